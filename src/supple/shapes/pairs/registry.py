"""The pairs of features that meet: one line each, kinds of A and B and the file that knows them."""

from ..contract import BALL, PLANE, SEGMENT

PAIRS = {
    (PLANE, BALL): "ball_plane",
    (BALL, BALL): "ball_ball",
    (BALL, SEGMENT): "ball_segment",
    (SEGMENT, SEGMENT): "segment_segment",
}
