const ends = new Set<() => Promise<unknown>>();

/** What has to be ended should the whole run be interrupted. Returns how to forget it again. */
export function endOnInterrupt(end: () => Promise<unknown>): () => void {
  ends.add(end);
  return () => ends.delete(end);
}

/** Ends everything that drills of this process still have running. Never rejects. */
export async function endAllRunning(): Promise<void> {
  // What was started last may need what was started first.
  for (const end of [...ends].reverse()) await end().catch(() => undefined);
  ends.clear();
}
