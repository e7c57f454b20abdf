"""What the server of the league is made of."""
