"""The coach: why was this game lost? Turning points that fresh futures confirm, and what would have been better."""
