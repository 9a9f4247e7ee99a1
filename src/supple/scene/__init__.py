"""What a human writes: bodies, joints, surfaces, contacts, forces."""
