"""Every tunable number, declared once: ranges, presets, families, and sections for players and sizes."""
