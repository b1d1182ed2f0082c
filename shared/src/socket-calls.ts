import { z } from 'zod';
import { boundedString } from './text.ts';
import { ErrorReply } from './wire.ts';

/** The highest id of a path. */
const MAX_ID = 999_999_999;

/** A call that is declared with `bySocket`, sent over the open socket instead of HTTP. */
export const SocketCall = z.object({
  /** Method and path of the call, such as `POST /auction/bid/:id`. */
  call: boundedString(100),
  /** What stands in the path, by name. */
  params: z.record(boundedString(40), z.union([boundedString(100), z.int().min(0).max(MAX_ID)])).default({}),
  body: z.unknown().optional(),
  /** The Idempotency-Key (P6). The same key over HTTP is the same command. */
  key: z.unknown().optional(),
});
export type SocketCall = z.input<typeof SocketCall>;

/**
 * The reply of the call, or its refusal with the status that it has over HTTP and the seconds of Retry-After. Without a
 * status the call was not tried, for example because the server does not take it here.
 */
export const SocketCallAck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  ErrorReply.extend({
    ok: z.literal(false),
    status: z.int().optional(),
    retryAfterS: z.int().optional(),
  }),
]);
export type SocketCallAck = z.infer<typeof SocketCallAck>;
