"""Every tunable number, declared once: ranges, presets, families, and tables for players and sizes."""
