const ends = new Set<() => Promise<unknown>>();

/** Registers a clean-up for an interrupt. Returns a function that removes it. */
export function endOnInterrupt(end: () => Promise<unknown>): () => void {
  ends.add(end);
  return () => ends.delete(end);
}

/** Runs all registered clean-ups. Never rejects. */
export async function endAllRunning(): Promise<void> {
  // In reverse order, because later resources may depend on earlier ones.
  for (const end of [...ends].reverse()) await end().catch(() => undefined);
  ends.clear();
}
