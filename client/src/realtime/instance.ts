import { Realtime, type SessionEnd } from './realtime.ts';
import { createRealtimeStore } from './realtime-store.ts';
import { ServerClock } from './server-clock.ts';
import { watchPage } from './watch-page.ts';

const nowMs = () => performance.now();

/** One for the whole app: hooks and pages share the socket. */
export const realtimeStore = createRealtimeStore();
export const serverClock = new ServerClock(nowMs, () => Date.now());
export const realtime = new Realtime({ store: realtimeStore, clock: serverClock, nowMs });

const LOAD_AGAIN_MS = 2_000;
const LATEST_IDLE_MS = 1_000;

let stopWatching: (() => void) | undefined;
/** Of the newest call; one that was overtaken while the library loaded does nothing. */
let wanted: (() => string | null) | undefined;

/**
 * After sign-in. The token is asked for at each connection, so a renewed one is used. The socket's library is loaded only
 * now and when there is nothing else to do: visitors never need it, and nobody needs it to see the first screen.
 */
export async function connectRealtime(getToken: () => string | null): Promise<void> {
  wanted = getToken;
  stopWatching ??= watchPage(realtime);
  await nextIdle();
  if (wanted !== getToken) return;
  const library = await import('./realtime-socket.ts').catch(() => undefined);
  if (wanted !== getToken) return;
  if (library) realtime.connect(() => library.openSocket(getToken));
  else setTimeout(() => wanted === getToken && void connectRealtime(getToken), LOAD_AGAIN_MS);
}

/** The first screen is painted by then: what it shows does not share the line with the library. */
function nextIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // A page in the background paints nothing.
    setTimeout(resolve, LATEST_IDLE_MS);
    requestAnimationFrame(() =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve),
    );
  });
}

export function disconnectRealtime(): void {
  wanted = undefined;
  stopWatching?.();
  stopWatching = undefined;
  realtime.disconnect();
}

/** The server ended the session, or does not know it; there will be no further connection. Returns how to stop. */
export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  return realtime.onSessionEnded(listener);
}

/** To the server and back over the socket, in milliseconds; undefined without a socket or an answer. */
export function measureRoundTripMs(): Promise<number | undefined> {
  return realtime.measureRoundTripMs();
}

/** Sends an event over the socket; undefined without a socket or an acknowledgement in time. */
export function sendEvent<Reply>(event: string, payload: object): Promise<Reply | undefined> {
  return realtime.send(event, payload);
}

/** The server's time in epoch milliseconds, as well as it is known. */
export function serverNow(): number {
  return serverClock.now();
}
