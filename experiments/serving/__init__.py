"""What the servers of league and tagger share."""
