"""The coach: why was this game lost? Turning points that fresh rollouts confirm, and what would have been better."""
