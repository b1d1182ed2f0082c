/** A reply that public/early-read.js asked for before the app's scripts were there. */
interface EarlyRead {
  /** Below /api, as `request` names it. */
  path: string;
  token: string;
  reply: Promise<Response>;
}

declare global {
  var copupEarlyRead: EarlyRead | undefined;
}

/**
 * The reply that was asked for early, once: what is asked for again is asked of the server. Undefined when it was
 * another path or session. Rejects as fetch does, also when the signal says that nobody waits any more.
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
