const MAX_SAMPLES = 8;
const MAX_AGE_MS = 10 * 60_000;

interface Sample {
  offsetMs: number;
  roundTripMs: number;
  atMs: number;
}

/**
 * How far the server's clock is ahead of this page's monotonic one. Of the recent round trips the shortest says it
 * best: it can be wrong by at most half of itself. A frame's time bounds it from below, since nothing arrives before
 * it was sent.
 */
export class ServerClock {
  readonly #nowMs: () => number;
  readonly #wallMs: () => number;
  readonly #listeners = new Set<() => void>();
  #samples: Sample[] = [];
  #atLeastMs = Number.NEGATIVE_INFINITY;
  #offsetMs: number | undefined;

  constructor(nowMs: () => number, wallMs: () => number) {
    this.#nowMs = nowMs;
    this.#wallMs = wallMs;
  }

  /** Epoch milliseconds; the device's own clock until the server was heard. */
  now(): number {
    return this.#offsetMs === undefined ? this.#wallMs() : this.#nowMs() + this.#offsetMs;
  }

  /** An answer with the server's time in it; times of this page are monotonic. */
  answered(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
    const roundTripMs = receivedAtMs - sentAtMs;
    this.#samples = [
      ...this.#samples.filter(({ atMs }) => receivedAtMs - atMs <= MAX_AGE_MS).slice(1 - MAX_SAMPLES),
      { offsetMs: serverTimeMs + roundTripMs / 2 - receivedAtMs, roundTripMs, atMs: receivedAtMs },
    ];
    this.heard(serverTimeMs, receivedAtMs);
  }

  /** Anything with the server's time in it. */
  heard(serverTimeMs: number, receivedAtMs: number): void {
    this.#atLeastMs = Math.max(this.#atLeastMs, serverTimeMs - receivedAtMs);
    let best: Sample | undefined;
    for (const sample of this.#samples) if (!best || sample.roundTripMs <= best.roundTripMs) best = sample;
    const offsetMs = Math.max(this.#atLeastMs, best?.offsetMs ?? Number.NEGATIVE_INFINITY);
    if (offsetMs === this.#offsetMs) return;
    this.#offsetMs = offsetMs;
    for (const listener of this.#listeners) listener();
  }

  /** A new connection may lead to another server, and a device that slept has lost count: measured anew. */
  forget(): void {
    this.#samples = [];
    this.#atLeastMs = Number.NEGATIVE_INFINITY;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
