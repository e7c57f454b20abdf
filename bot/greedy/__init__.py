"""The readable strategy: field, trees, hold, threats, pact, dodge, move rules, reasons, assignment."""
