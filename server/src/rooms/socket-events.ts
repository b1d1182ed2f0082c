import type { ErrorCode } from '@copup/shared/errors.ts';
import type { RoomBase } from '@copup/shared/room-deltas.ts';
import { ROOM_JOIN, ROOM_LEAVE, ROOM_SEEN } from '@copup/shared/room-names.ts';
import { RoomJoin, type RoomJoinAck } from '@copup/shared/rooms.ts';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { runTraced, tracer } from '../tracing.ts';
import { type JoinReply, type Joins, refused } from './joins.ts';
import { type Member, memberOf } from './member.ts';

/** A command that a client sends over the socket and that is acknowledged after it was executed. */
export interface SocketCommand<Payload = unknown, Ack = unknown> {
  readonly event: string;
  readonly schema: z.ZodType<Payload>;
  /**
   * `network` is the sender's, as `subscriberOf` names it. An error becomes the acknowledgement
   * `{ok: false, status, code, message, …}`; only a Refusal shows its reason. A command keeps its deadline with `replyInTime`.
   */
  run(viewer: Viewer, payload: Payload, network: string): Promise<Ack>;
}

export interface SocketEventsOptions {
  joins: Joins;
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>;
  /** What the next delta of a room refers to. */
  baseOf: (name: string) => RoomBase | undefined;
  /** The commands defined when the first socket connects. */
  commands: readonly SocketCommand[];
  /** Called when a client acknowledges a sampled frame; `id` is unvalidated. */
  onDeliveryAck: (member: Member, id: unknown) => void;
  onError: (error: unknown) => void;
}

/** Undefined for an event without an acknowledgement callback. */
type Answer = ((reply: unknown) => void) | undefined;
type Run = (member: Member, payload: unknown, answer: Answer) => void;
type Listener = (this: Socket, ...args: unknown[]) => void;

/**
 * Returns a function that serves the events of an admitted socket. Every event with an acknowledgement callback gets a
 * reply. The listeners are created once and find their socket in `this`, since there are many sockets.
 */
export function socketEvents(options: SocketEventsOptions): (socket: Socket) => void {
  const { joins, commands, clock, baseOf, onDeliveryAck, onError } = options;
  const join: Run = (member, payload, answer) => {
    // The snapshot is part of the acknowledgement, so a join without one has no effect.
    if (!answer) return;
    const names = namesIn(payload);
    if (!names) return answer(joinRefused('VALIDATION_FAILED', 'Name the rooms to join.', payload));
    const joinOne = (name: string) =>
      member.joins.take(1, clock.monotonicMs())
        ? joins.join(member, name)
        : refused(name, 'RATE_LIMITED', 'Too many rooms at once. Please wait a moment.');
    member.hasDeltas = (payload as RoomJoin).deltas === true;
    // Read as the reply is written: a delta sent before it is unknown to the client, the next one follows this base.
    const withBase = (joined: JoinReply) => (joined.ok ? { ...joined, base: baseOf(joined.room) } : joined);
    Promise.all(names.map(joinOne)).then(
      (rooms) => answer({ rooms: member.hasDeltas ? rooms.map(withBase) : rooms } satisfies RoomJoinAck),
      onError,
    );
  };
  const leave: Run = (member, payload, answer) => {
    const names = namesIn(payload);
    for (const name of names ?? []) joins.leave(member, name);
    answer?.(names ? { ok: true } : eventRefused('VALIDATION_FAILED', 'Name the rooms to leave.'));
  };
  const seen: Run = (member, payload) => onDeliveryAck(member, (payload as { seen?: unknown } | null)?.seen);
  const listen = (run: Run, refusal: typeof joinRefused | typeof eventRefused = eventRefused): Listener =>
    function (...args) {
      const member = memberOf(this);
      if (!member) return;
      const last = args.at(-1);
      const answer = typeof last === 'function' ? (last as NonNullable<Answer>) : undefined;
      // The payload is missing when a client sends only an acknowledgement callback.
      const payload = answer && args.length === 1 ? undefined : args[0];
      if (member.events.take(1, clock.monotonicMs())) run(member, payload, answer);
      else answer?.(refusal('RATE_LIMITED', 'Too many requests at once.', payload));
    };
  let all: (readonly [string, Listener])[] | undefined;
  return (socket) => {
    all ??= [
      [ROOM_JOIN, listen(join, joinRefused)],
      [ROOM_LEAVE, listen(leave)],
      [ROOM_SEEN, listen(seen)],
      ...commands.map((command) => [command.event, listen(execute(command, onError))] as const),
    ];
    for (const [event, listener] of all) socket.on(event, listener);
  };
}

/** A command without an acknowledgement callback is executed too. */
function execute(command: SocketCommand, onError: (error: unknown) => void): Run {
  return (member, payload, answer) => {
    if (member.onlyRoom !== undefined) return answer?.(eventRefused('NOT_SIGNED_IN', 'Please sign in.'));
    const parsed = command.schema.safeParse(payload);
    if (!parsed.success) return answer?.(eventRefused('VALIDATION_FAILED', 'This message is not valid.'));
    runCommand(command, member, parsed.data).then(answer, (error: unknown) => {
      if (error instanceof Refusal) {
        const { statusCode: status, body, retryAfterS } = error;
        return answer?.({ ok: false, status, ...body, ...(retryAfterS !== undefined && { retryAfterS }) });
      }
      onError(error);
      answer?.(eventRefused('UNAVAILABLE', 'Please try again.'));
    });
  };
}

function runCommand(command: SocketCommand, { viewer, network }: Member, payload: unknown): Promise<unknown> {
  const span = tracer?.root('server', `socket ${command.event}`, { 'socket.event': command.event });
  const run = () => command.run(viewer, payload, network);
  return span ? runTraced(span, run) : run();
}

function eventRefused(code: ErrorCode, message: string) {
  return { ok: false as const, code, message };
}

function joinRefused(code: ErrorCode, message: string, payload: unknown) {
  return { rooms: (namesIn(payload) ?? ['']).map((name) => refused(name, code, message)) };
}

/** Returns each name once; undefined for an invalid payload. */
function namesIn(payload: unknown): string[] | undefined {
  const parsed = RoomJoin.safeParse(payload);
  if (!parsed.success) return undefined;
  return 'rooms' in parsed.data ? [...new Set(parsed.data.rooms)] : [parsed.data.room];
}
