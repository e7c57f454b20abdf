"""Sweep: how does the score depend on some parameters, and is the best of them better than the default?"""
