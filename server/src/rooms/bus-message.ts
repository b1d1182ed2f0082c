/** What servers tell one another about a room. Keys are short: a busy auction sends many. */
export type BusMessage =
  /** State at (epoch, version), committed at this wall time. */
  | { k: 's'; o: string; e: number; v: number; s: unknown; t: number }
  /** The rows changed: read them again. */
  | { k: 't'; o: string }
  /** So many watch at server `o`; `h`: it is new to the room and asks the others for theirs. */
  | { k: 'w'; o: string; n: number; h?: 1 };

/** Undefined for anything that is no message of ours: the channel is shared with whoever can reach Redis. */
export function readBusMessage(text: string): BusMessage | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const { k, o, e, v, t, n } = message as Record<string, unknown>;
  if (typeof o !== 'string' || o.length > 64) return undefined;
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if (k === 't') return message as BusMessage;
  if (k === 's' && isWhole(e) && isWhole(v) && isWhole(t) && 's' in message) return message as BusMessage;
  if (k === 'w' && isWhole(n)) return message as BusMessage;
  return undefined;
}
