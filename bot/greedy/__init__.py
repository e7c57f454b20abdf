"""The readable strategy: field, trees, hold, threats, pact, dodge, verdicts, reasons, assignment."""
