/**
 * Hashes of rooms' states, by which a server compares what a client shows with what it sent. This file imports no schemas, for the
 * browser.
 */

/** Returns 32 bits (FNV-1a) over the state's JSON with sorted keys, so that neither order nor missing fields matter. */
export function hashState(state: unknown): number {
  const text = JSON.stringify(state, sorted) ?? '';
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(byName))
    : value;
