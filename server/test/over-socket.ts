import { SOCKET_CALL } from '@copup/shared/room-names.ts';
import { SocketCallAck } from '@copup/shared/socket-calls.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { ApiClient, type ApiReply, type ApiRequest } from '@copup/testkit/client.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { findCall, toReply } from '@copup/testkit/socket-calls.ts';

/** A client whose calls go over its socket, with a reply like that of HTTP. */
export interface SocketPlayer extends SignedInClient {
  close(): void;
}

/**
 * Opens a socket and returns a client that sends each call over it. `routes` are those that the server takes there, such
 * as `POST /auction/bid/:id`; all others go over HTTP.
 */
export async function overSocket(
  client: SignedInClient,
  routes: readonly string[],
  url = client.url,
): Promise<SocketPlayer> {
  const { user, token } = client;
  const room = new RoomClient(url, token);
  await room.connected();
  const http = new ApiClient(url, token);
  const call = async (method: string, path: string, request: ApiRequest = {}): Promise<ApiReply> => {
    const found = findCall(routes, `${method} ${path}`);
    if (!found) return http.call(method, path, request);
    const sent = { ...found, body: request.body, key: request.headers?.['idempotency-key'] };
    return toReply(SocketCallAck.parse(await room.socket.timeout(60_000).emitWithAck(SOCKET_CALL, sent)));
  };
  return Object.assign(new ApiClient(url, token), { user, token, call, close: () => room.close() });
}

/** Reads the calls that /docs/sockets names. */
export async function readSocketCalls({ client }: { client: ApiClient }): Promise<string[]> {
  const { body } = await client.get('/:docs/sockets/json');
  return body.calls.map(({ call }: { call: string }) => call);
}
