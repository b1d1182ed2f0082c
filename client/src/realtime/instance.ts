import { Realtime, type SessionEnd } from './realtime.ts';
import { openSocket } from './realtime-socket.ts';
import { createRealtimeStore } from './realtime-store.ts';
import { ServerClock } from './server-clock.ts';
import { watchPage } from './watch-page.ts';

const nowMs = () => performance.now();

/** One for the whole app: hooks and pages share the socket. */
export const realtimeStore = createRealtimeStore();
export const serverClock = new ServerClock(nowMs, () => Date.now());
export const realtime = new Realtime({ openSocket, store: realtimeStore, clock: serverClock, nowMs });

let stopWatching: (() => void) | undefined;

/** After sign-in. The token is asked for at each connection, so a renewed one is used. */
export function connectRealtime(getToken: () => string | null): void {
  stopWatching ??= watchPage(realtime);
  realtime.connect(getToken);
}

export function disconnectRealtime(): void {
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

/** The server's time in epoch milliseconds, as well as it is known. */
export function serverNow(): number {
  return serverClock.now();
}
