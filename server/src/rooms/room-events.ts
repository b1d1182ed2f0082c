import type { ErrorCode } from '@copup/shared/errors.ts';
import { ROOM_JOIN, ROOM_LEAVE, ROOM_SEEN } from '@copup/shared/room-names.ts';
import { RoomJoin } from '@copup/shared/rooms.ts';
import type { Socket } from 'socket.io';
import { type Joins, refused } from './joins.ts';
import type { Member } from './member.ts';
import { commandListener, type SocketCommand } from './socket-commands.ts';

export interface RoomEventsOptions {
  joins: Pick<Joins, 'join' | 'leave'>;
  /** The commands defined when the first socket connects. */
  commands: readonly SocketCommand[];
  /** Called when a client acknowledges a sampled frame; `id` is unvalidated. */
  onDeliveryAck: (member: Member, id: unknown) => void;
  onError: (error: unknown) => void;
}

type Answer = (reply: unknown) => void;

/**
 * Serves the events of an admitted socket, whose `data` is its member. Every event with an acknowledgement callback
 * gets a reply.
 */
export type ServeRoomEvents = (socket: Socket) => void;

/** The listeners are created once and find their socket in `this`, since there are many sockets. */
export function roomEvents({ joins, commands, onDeliveryAck, onError }: RoomEventsOptions): ServeRoomEvents {
  let listeners: (readonly [string, ReturnType<typeof commandListener>])[] | undefined;

  function onJoin(this: Socket, ...args: unknown[]): void {
    const member = this.data as Member;
    const { payload, answer } = readArguments(args);
    // The snapshot is part of the acknowledgement, so a join without one has no effect.
    if (isLimited(member, ROOM_JOIN, payload, answer) || !answer) return;
    const names = namesIn(payload);
    if (!names) {
      refuse(ROOM_JOIN, payload, answer, 'VALIDATION_FAILED', 'Name the rooms to join.');
      return;
    }
    const join = (name: string) =>
      member.takeJoin()
        ? joins.join(member, name)
        : refused(name, 'RATE_LIMITED', 'Too many rooms at once. Please wait a moment.');
    Promise.all(names.map(join)).then((rooms) => answer({ rooms }), onError);
  }

  function onLeave(this: Socket, ...args: unknown[]): void {
    const member = this.data as Member;
    const { payload, answer } = readArguments(args);
    if (isLimited(member, ROOM_LEAVE, payload, answer)) return;
    const names = namesIn(payload);
    for (const name of names ?? []) joins.leave(member, name);
    if (!answer) return;
    if (names) answer({ ok: true });
    else refuse(ROOM_LEAVE, payload, answer, 'VALIDATION_FAILED', 'Name the rooms to leave.');
  }

  function onDeliveryAckEvent(this: Socket, payload: unknown): void {
    const member = this.data as Member;
    if (isLimited(member, ROOM_SEEN, payload, undefined)) return;
    onDeliveryAck(member, (payload as { seen?: unknown } | null)?.seen);
  }

  return (socket) => {
    socket.on(ROOM_JOIN, onJoin);
    socket.on(ROOM_LEAVE, onLeave);
    socket.on(ROOM_SEEN, onDeliveryAckEvent);
    listeners ??= commands.map((command) => [command.event, commandListener(command, onError)] as const);
    for (const [event, listener] of listeners) socket.on(event, listener);
    // An error in a client's data concerns that client only.
    socket.on('error', ignore);
  };
}

/** Returns true above the limits, after a refusal was sent. */
function isLimited(member: Member, event: string, payload: unknown, answer: Answer | undefined): boolean {
  if (member.dropIfSlow()) return true;
  if (member.takeEvent()) return false;
  if (answer) refuse(event, payload, answer, 'RATE_LIMITED', 'Too many requests at once.');
  return true;
}

function ignore(): void {}

/** Splits the arguments; the payload is missing when a client sends only an acknowledgement callback. */
function readArguments(args: unknown[]): { payload: unknown; answer: Answer | undefined } {
  const last = args.at(-1);
  if (typeof last !== 'function') return { payload: args[0], answer: undefined };
  return { payload: args.length > 1 ? args[0] : undefined, answer: last as Answer };
}

function refuse(event: unknown, payload: unknown, answer: Answer, code: ErrorCode, message: string): void {
  const rooms = () => (namesIn(payload) ?? ['']).map((name) => refused(name, code, message));
  answer(event === ROOM_JOIN ? { rooms: rooms() } : { ok: false, code, message });
}

/** Returns each name once; undefined for an invalid payload. */
function namesIn(payload: unknown): string[] | undefined {
  const parsed = RoomJoin.safeParse(payload);
  if (!parsed.success) return undefined;
  return 'rooms' in parsed.data ? [...new Set(parsed.data.rooms)] : [parsed.data.room];
}
