/** A request that public/early-read.js sent before the app's scripts were loaded. */
interface EarlyRead {
  /** Path below /api. */
  path: string;
  token: string;
  reply: Promise<Response>;
}

declare global {
  var copupEarlyRead: EarlyRead | undefined;
}

/**
 * Returns the early reply once; later calls must request it from the server. Returns undefined for another path or session.
 * Rejects like fetch, also when the signal aborts.
 */
export function takeEarlyRead(
  path: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = globalThis.copupEarlyRead;
  if (early?.path !== path || early.token !== token) return undefined;
  globalThis.copupEarlyRead = undefined;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    early.reply.then(resolve, reject);
  });
}
