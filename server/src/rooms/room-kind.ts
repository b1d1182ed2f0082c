import type { Viewer } from '../sessions/sessions.ts';

/** A room's state from its rows, at one version. */
export interface RoomSnapshot<State = unknown> {
  version: number;
  state: State;
  /** Sent once, with the acknowledgement of a join. */
  recent?: unknown[];
}

/** Defines one kind of room: who may watch it, and how its state is read. Everything else is shared by all kinds. */
export interface RoomKind<State = unknown> {
  /** The part of the name before the colon. */
  readonly kind: string;
  /** Whether its watchers play, so that their time counts (G3). */
  readonly isPlay: boolean;
  /** Slower views of the same state, by the part of the name behind the `@`. */
  readonly views?: Readonly<Record<string, { minIntervalMs: number }>>;
  /** Throttle interval: the minimum time between two updates. By default the setting `roomUpdatesPerSecond` decides. */
  readonly minIntervalMs?: number;
  /**
   * Whether frames carry the number of watchers on all servers (A9). False for rooms whose watchers are not counted.
   */
  readonly countsWatchers?: boolean;
  /**
   * False for rooms without figures for operators: those of one user, and those that show figures. Their kind has
   * figures.
   */
  readonly hasFigures?: boolean;
  /**
   * Called for each room of a join in one turn of the event loop; a kind that needs the database uses one query for
   * all.
   */
  authorize(viewer: Viewer, id: string): Promise<boolean> | boolean;
  /** The room changed on this server: a kind that remembers missing ids must remove this one. */
  noteExists?(id: string): void;
  /** Reads the rooms that exist among `ids`. */
  snapshot(ids: string[]): Promise<Map<string, RoomSnapshot<State>>>;
  /**
   * Reads, of the rooms known at these versions, those that are at another one: newer, or older after a restore (R5).
   * Version -1 returns the room in any case.
   */
  changed(known: { id: string; version: number }[]): Promise<Map<string, { version: number; state: State }>>;
}

/** Records what happens in rooms with figures. */
export interface RoomRecorder {
  joined(room: string, userId: string, isCard: boolean, isReconnect: boolean): void;
  left(room: string, userId: string, isCard: boolean, isClosed: boolean): void;
  /** A lag of -1 is unknown. */
  emitted(room: string, isCard: boolean, version: number, bytes: number, count: number, lagMs: number): void;
  delivered(room: string, emitToClientMs: number): void;
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
  /** From the commit to the write, throttling included; slower views are left out. */
  commitToEmitMs: LatencyFigures;
  /** From the write until the client's acknowledgement arrived, for one frame in a hundred. */
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

/**
 * Parses `auction:1001@card` into room `auction:1001`, kind `auction`, id `1001`, view `card`; returns undefined for an
 * invalid name.
 */
export function parseRoomName(name: string): RoomAddress | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, kind = '', id = '', view = ''] = match;
  return { room: view === '' ? name : name.slice(0, -1 - view.length), kind, id, view };
}
