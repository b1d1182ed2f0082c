import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { Server, type Socket } from 'socket.io';
import type { EngineConnection } from './engine-connection.ts';

// A half-open socket is closed 25 seconds after its connection was cut.
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 10_000;
/** Above the limit for admission, which cuts the connection where Socket.IO would wait for the client to close it. */
const CONNECT_TIMEOUT_MS = 2 * socketLimits.admissionMs;

type NextCheck = (error?: Error) => void;
type NewConnection = EngineConnection & { request: IncomingMessage };

/**
 * Creates the Socket.IO server: websocket only, without compression and without Socket.IO's own rooms. `refusalOf` returns
 * why a handshake is refused.
 */
export function createSocketServer(refusalOf: (request: IncomingMessage) => string | undefined): Server {
  const io = new Server({
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    allowUpgrades: false,
    // Compressing costs six times the CPU, and a frame could no longer be encoded once for all.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: socketLimits.messageBytes,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request, callback) => {
      const refusal = refusalOf(request);
      callback(refusal, refusal === undefined);
    },
  });
  // Socket.IO would keep two sets for each socket, with a room of its own in them.
  io.of('/').adapter.addAll = () => {};
  return io;
}

/** Serves the websockets of this HTTP server and passes on each new connection. */
export function attachSockets(
  io: Server,
  server: HttpServer,
  onConnection: (connection: NewConnection) => void,
): void {
  io.attach(server);
  // A request that names a connection would replace the websocket of that connection, and passes no other check.
  io.engine.use((request: IncomingMessage & { _query?: object }, _reply: unknown, next: NextCheck) =>
    next(request._query && 'sid' in request._query ? new Error('sid is not accepted') : undefined),
  );
  io.engine.on('connection', onConnection);
}

/**
 * Drops the request, its headers and the token once they were used: they would take 3 KB for as long as the socket lives.
 * Socket.IO's page on memory usage advises it for the request.
 */
export function forgetHandshake(socket: Socket): void {
  (socket.conn as { request: unknown }).request = null;
  (socket as { handshake: unknown }).handshake = null;
}
