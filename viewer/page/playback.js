// The clock: moves the session's time while it plays.

/** Advances a session by the real time that passes; `stop()` ends it for good. */
export class Playback {
  constructor(session) {
    this.session = session;
    this.frameTimes = []; // ms between animation frames while playing, the latest last; for measurements
    session.on("playing", () => session.isPlaying && this.start());
  }

  start() {
    this.last = undefined;
    this.pending ??= requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.pending = undefined;
    if (!this.session.isPlaying) return;
    if (this.last !== undefined) this.advance(now - this.last);
    this.last = now;
    if (this.session.isPlaying) this.pending = requestAnimationFrame((next) => this.tick(next));
  }

  advance(milliseconds) {
    this.frameTimes.push(milliseconds);
    if (this.frameTimes.length > 600) this.frameTimes.shift();
    const longest = 250; // a tab that was in the background goes on from where it was
    this.session.seek(this.session.time + (Math.min(milliseconds, longest) / 1000) * this.session.speed);
  }

  stop() {
    cancelAnimationFrame(this.pending);
    this.session.isPlaying = false;
  }
}
