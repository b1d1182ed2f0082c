const MAX_SAMPLES = 8;
const MAX_AGE_MS = 10 * 60_000;

interface Sample {
  offsetMs: number;
  roundTripMs: number;
  atMs: number;
}

/**
 * Estimates the offset of the server's clock to the page's monotonic clock. The shortest recent round trip gives the best
 * estimate, with an error of at most half of it. A frame's time is a lower bound, because frames arrive after they were
 * sent.
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

  /** Returns epoch milliseconds, by the device's clock until the first message of the server. */
  now(): number {
    return this.#offsetMs === undefined ? this.#wallMs() : this.#nowMs() + this.#offsetMs;
  }

  /** Records a reply with the server's time; the page's times are monotonic. */
  answered(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
    const roundTripMs = receivedAtMs - sentAtMs;
    this.#samples = [
      ...this.#samples.filter(({ atMs }) => receivedAtMs - atMs <= MAX_AGE_MS).slice(1 - MAX_SAMPLES),
      { offsetMs: serverTimeMs + roundTripMs / 2 - receivedAtMs, roundTripMs, atMs: receivedAtMs },
    ];
    this.received(serverTimeMs, receivedAtMs);
  }

  /** Records any message with the server's time. */
  received(serverTimeMs: number, receivedAtMs: number): void {
    this.#atLeastMs = Math.max(this.#atLeastMs, serverTimeMs - receivedAtMs);
    let best: Sample | undefined;
    for (const sample of this.#samples) if (!best || sample.roundTripMs <= best.roundTripMs) best = sample;
    const offsetMs = Math.max(this.#atLeastMs, best?.offsetMs ?? Number.NEGATIVE_INFINITY);
    if (offsetMs === this.#offsetMs) return;
    this.#offsetMs = offsetMs;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Discards all samples: a new connection may lead to another server, and the monotonic clock stops while a device
   * sleeps.
   */
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
