"""Match: is one player stronger than others? Plan, games, verdict and ledger entry."""
