import type { Viewer } from '../sessions/sessions.ts';

/** A room's state from its rows, at one version. */
export interface RoomSnapshot<State = unknown> {
  version: number;
  state: State;
  /** Sent once, with the acknowledgement of a join. */
  recent?: unknown[];
}

/** A slower view of a room. */
export interface RoomViewRule {
  readonly minIntervalMs: number;
  /** Returns what members of the view receive in place of the state. */
  readonly present?: (state: unknown) => unknown;
  /** The same for what a join receives once. Without it, joins of the view receive none. */
  readonly presentRecent?: (recent: unknown[]) => unknown[];
}

/** Defines one kind of room: who may watch it, and how its state is read. Everything else is shared by all kinds. */
export interface RoomKind<State = unknown> {
  /** The part of the name before the colon. */
  readonly kind: string;
  /** Whether its watchers play, so that their time counts (G3). */
  readonly isPlay: boolean;
  /** Slower views of the same state, by the part of the name behind the `@`. */
  readonly views?: Readonly<Record<string, RoomViewRule>>;
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
   * How servers find a change that was not published to them: triggers note it (see room-changes.ts); or each room with
   * members is read every second, so few may be open; or not at all, since each server publishes its own states.
   */
  readonly changes: 'noted' | 'polled' | 'published';
  /**
   * Called for each room of a join in one turn of the event loop; a kind that needs the database uses one query for
   * all.
   */
  authorize(viewer: Viewer, id: string): Promise<boolean> | boolean;
  /** The room changed on this server: a kind that remembers missing ids must remove this one. */
  noteExists?(id: string): void;
  /** Reads the rooms that exist among `ids`. */
  snapshot(ids: string[]): Promise<Map<string, RoomSnapshot<State>>>;
}

export interface RoomAddress {
  /** Without the view. */
  room: string;
  kind: string;
  id: string;
  view: string;
}

/** Whether members of the view count as watchers of the room: those of a card do not (A9). */
export function isCounted({ view }: RoomAddress, kind: RoomKind): boolean {
  return view === '' && kind.countsWatchers !== false;
}

/** Returns the rule of the view; undefined for the room itself. An inherited property is not a view. */
export function viewOf(
  { view }: Pick<RoomAddress, 'view'>,
  { views }: Pick<RoomKind, 'views'>,
): RoomViewRule | undefined {
  return views && Object.hasOwn(views, view) ? views[view] : undefined;
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
