import type { Calls } from '@copup/shared/calls/all.ts';
import type { SocketCall, SocketCallAck } from '@copup/shared/socket-calls.ts';
import type { Answer, RequestOptions, Send } from './api.ts';

type SocketRoute = {
  [Route in keyof Calls]: Calls[Route] extends { bySocket: true } ? Route : never;
}[keyof Calls];

/** The calls that are declared with `bySocket`. One too many or too few does not compile. */
const routes: Readonly<Record<SocketRoute, true>> = {
  'POST /auction/pay-entry/:id': true,
  'POST /auction/bid/:id': true,
  'POST /auction/buy-now/:id': true,
  'PUT /auction/max/:id': true,
  'DELETE /auction/max/:id': true,
  'POST /tap/join-tap': true,
  'POST /cardGameOne/join-card-game': true,
  'POST /cardGameOne/pick-card': true,
  'POST /mathGame/join-game': true,
  'POST /mathGame/pick-answer': true,
  'POST /hurt/heists/pay-entry/:id': true,
  'POST /hurt/submitAnswer/:id': true,
};

export const goesBySocket = (route: keyof Calls) => route in routes;

/** Resolves with undefined without a live socket, and when the reply was lost: the call may have been carried out. */
type SendCall = (call: SocketCall) => Promise<SocketCallAck | undefined>;
let sendCall: SendCall = async () => undefined;

export const sendCallsWith = (send: SendCall) => {
  sendCall = send;
};

/** Like a `Response`, whose body takes tasks to read, in which the browser would first paint other changes. */
const answered = (status: number, reply: unknown, headers: Record<string, string>): Answer => ({
  ok: status === 200,
  status,
  headers: new Headers(headers),
  text: async () => JSON.stringify(reply),
});

/**
 * Sends a call over the live socket in place of `fetch`. Without a reply it is repeated over HTTP with the same key, so
 * that it is carried out once (P6).
 */
export const overSocket =
  ({ bySocket, body, idempotencyKey }: RequestOptions): Send =>
  async (url, init) => {
    const ack = bySocket && (await sendCall({ ...bySocket, body, key: idempotencyKey }));
    if (ack?.ok) return answered(200, ack.reply, {});
    // A refusal without a status is that of the socket: the server has not tried the call.
    if (ack?.status === undefined) return fetch(url, init);
    const { status, retryAfterS = 0, ...refusal } = ack;
    return answered(status, refusal, { 'Retry-After': String(retryAfterS) });
  };
