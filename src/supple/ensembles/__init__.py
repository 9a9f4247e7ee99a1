"""Many runs of one scene: what they tell together."""
