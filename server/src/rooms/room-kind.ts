import type { Viewer } from '../sessions/sessions.ts';

/** A room as its rows tell it, at one version. */
export interface RoomSnapshot<State = unknown> {
  version: number;
  state: State;
  /** Sent once, with a join. */
  recent?: unknown[];
}

/** What one kind of room is: who may watch it, and how its state is read. Everything else is the same for all. */
export interface RoomKind<State = unknown> {
  /** The part of the name before the colon. */
  readonly kind: string;
  /** Slower looks at the same state, by the part of the name behind the `@`. */
  readonly views?: Readonly<Record<string, { minIntervalMs: number }>>;
  /** The least time between two updates; without it the setting `roomUpdatesPerSecond` decides. */
  readonly minIntervalMs?: number;
  /** Whether frames tell how many watch, on all servers together (A9). Rooms that nobody counts say false. */
  readonly countsWatchers?: boolean;
  /** False for rooms of which operators see no figures: those of one user, and those that show figures. Their kind has some. */
  readonly hasFigures?: boolean;
  /** Called for each room of a join in one turn of the loop; a kind that queries answers them with one query. */
  authorize(viewer: Viewer, id: string): Promise<boolean> | boolean;
  /** The room changed on this server: a kind that remembers missing ids forgets this one. */
  noteExists?(id: string): void;
  /** The rooms that exist among `ids`, as they are now. */
  snapshot(ids: string[]): Promise<Map<string, RoomSnapshot<State>>>;
  /**
   * Of the rooms known at these versions, those that are at another one: newer, or older after a restore (R5). Version
   * -1 asks for the room in any case.
   */
  changed(known: { id: string; version: number }[]): Promise<Map<string, { version: number; state: State }>>;
}

interface LatencyFigures {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** Counters of one room, or with `room: null` of a whole kind since the server started. */
export interface RoomMetric {
  room: string | null;
  kind: string;
  members: number;
  joins: number;
  /** Frames composed, one for all members of a view. */
  updates: number;
  /** Frames written, one for each member. */
  messages: number;
  /** Bytes of frames over all members. */
  bytes: number;
  /** From the commit to the write, conflation included; slower views are left out. */
  commitToEmitMs: LatencyFigures;
  /** From the write until the client's answer was here, for one frame in a hundred. */
  emitToClientMs: LatencyFigures;
}

export interface RoomAddress {
  /** Without the view. */
  room: string;
  kind: string;
  id: string;
  view: string;
}

const NAME = /^([a-z]+)(?::([A-Za-z0-9-]{1,64}))?(?:@([a-z]{1,16}))?$/;

/** `auction:1001@card` → room `auction:1001`, kind `auction`, id `1001`, view `card`; undefined for what is no name. */
export function parseRoomName(name: string): RoomAddress | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, kind = '', id = '', view = ''] = match;
  return { room: view === '' ? name : name.slice(0, -1 - view.length), kind, id, view };
}
