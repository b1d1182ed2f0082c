import type { ErrorCode } from '@copup/shared/errors.ts';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { Refusal } from '../errors.ts';
import { replyInTime } from '../reply-in-time.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { runTraced, tracer } from '../tracing.ts';
import type { Member } from './member.ts';

/** A command that a client sends over the socket and that is acknowledged after it was executed. */
export interface SocketCommand<Payload = unknown, Ack = unknown> {
  readonly event: string;
  readonly schema: z.ZodType<Payload>;
  /** An error becomes the acknowledgement `{ok: false, code, message, details?}`; only a Refusal shows its reason. */
  run(viewer: Viewer, payload: Payload): Promise<Ack>;
}

type Answer = (reply: unknown) => void;

/**
 * Creates one listener for all sockets, which finds its socket in `this`. A command without an acknowledgement callback
 * is executed too.
 */
export function commandListener(
  command: SocketCommand,
  onError: (error: unknown) => void,
): (this: Socket, ...args: unknown[]) => void {
  return function (...args) {
    const member = this.data as Member;
    const last = args.at(-1);
    const answer: Answer = typeof last === 'function' ? (last as Answer) : () => {};
    if (member.dropIfSlow()) return;
    if (!member.takeEvent()) {
      answer(refused('RATE_LIMITED', 'Too many requests at once.'));
      return;
    }
    const parsed = command.schema.safeParse(args[0]);
    if (!parsed.success) {
      answer(refused('VALIDATION_FAILED', 'This message is not valid.'));
      return;
    }
    replyInTime(() => runCommand(command, member.viewer, parsed.data)).then(answer, (error: unknown) => {
      if (error instanceof Refusal) {
        answer({
          ...refused(error.code, error.message),
          ...(error.details && { details: error.details }),
        });
        return;
      }
      onError(error);
      answer(refused('UNAVAILABLE', 'Please try again.'));
    });
  };
}

function runCommand(command: SocketCommand, viewer: Viewer, payload: unknown): Promise<unknown> {
  const span = tracer?.root('server', `socket ${command.event}`, { 'socket.event': command.event });
  return span ? runTraced(span, () => command.run(viewer, payload)) : command.run(viewer, payload);
}

const refused = (code: ErrorCode, message: string) => ({ ok: false as const, code, message });
