import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { io, type Socket } from 'socket.io-client';
import { countTraffic } from './traffic.ts';

/** The used part of a Socket.IO socket. */
export type RealtimeSocket = Pick<
  Socket,
  | 'connected'
  | 'active'
  | 'connect'
  | 'disconnect'
  | 'emit'
  | 'on'
  | 'onAny'
  | 'timeout'
  | 'removeAllListeners'
>;

/** Creates a socket without connecting it. It reconnects automatically only after a lost connection. */
export function openSocket(getToken: () => string | null): RealtimeSocket {
  let wasConnected = false;
  const socket = io({
    path: SOCKET_PATH,
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    // After a long outage, attempts are 1 to 2 s apart, at random, so that a client is back within 2 s at the median (P4) and
    // 5,000 clients of one server do not return at once.
    reconnectionDelay: 300,
    reconnectionDelayMax: 2_000,
    randomizationFactor: 0.5,
    timeout: 8_000,
    // `again` lets the server count how often pages lose their socket.
    auth: (answer) => answer({ token: getToken() ?? '', ...(wasConnected ? { again: true } : {}) }),
  });
  socket.on('connect', () => {
    wasConnected = true;
  });
  countTraffic(socket.io);
  return socket;
}
