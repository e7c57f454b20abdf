"""What makes the bot a program: protocol, clock, log, explanation file, compiling."""
