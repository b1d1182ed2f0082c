const lowest = 200;
const highest = 1_600;

/**
 * Returns the height in pixels that Instagram's frame reports for its content, within limits; undefined for any other
 * message.
 */
export function readHeight(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message = JSON.parse(data) as { type?: unknown; details?: { height?: unknown } } | null;
    const height = message?.details?.height;
    if (message?.type !== 'MEASURE' || typeof height !== 'number' || !Number.isFinite(height))
      return undefined;
    return Math.round(Math.min(highest, Math.max(lowest, height)));
  } catch {
    return undefined;
  }
}
