/**
 * Frames of a room that refer to the one before, for members that joined with `deltas`. A delta is a Socket.IO event whose
 * name is the number of the room, such as `42[12,4821,57,1,3,20,1]`: the frame's count, a mask of what changed, and a value
 * for each bit of the mask, lowest first. The bits are `version`, each of the state's `names`, `watchers`, `serverTime` and
 * `seen`. The bytes are the same for all members. This file imports no schemas, for the browser.
 */
export interface RoomContent {
  epoch: number;
  version: number;
  state: unknown;
  watchers: number;
  serverTime: number;
}

/** A frame with all that is needed to apply the next delta to it. */
export interface RoomBase extends RoomContent {
  /** Of the room, until the server closes it. */
  number: number;
  /** Of the frames of this number: a client that missed one applies none of the following. */
  count: number;
  /** By position; some may be missing in this state. */
  names: readonly string[];
  /** The texts that changed last, newest first: a delta names one of them by its index. */
  texts: readonly string[];
  state: Readonly<Record<string, unknown>>;
}

export type RoomDelta = readonly [count: number, mask: number, ...values: unknown[]];

/** A mask has 31 bits. */
const MOST_NAMES = 27;
const MOST_TEXTS = 8;
const LONGEST_TEXT = 200;
/** The clients' clocks need the server's time only now and then. */
const TIME_EVERY_MS = 10_000;

/** Returns the base of a full frame, after `before` if the room had one; undefined for a state that deltas cannot describe. */
export function baseOf(content: RoomContent, number: number, before?: RoomBase): RoomBase | undefined {
  const { epoch, version, state, watchers, serverTime } = content;
  if (!isRecord(state)) return undefined;
  // Names remain, so that a field that comes and goes causes one full frame.
  const names = [...new Set([...(before?.names ?? []), ...namesIn(state).sort()])];
  if (names.length > MOST_NAMES || names.some((name) => name in Object.prototype)) return undefined;
  const { count = -1, texts = [] } = before ?? {};
  return { number, count: count + 1, epoch, version, state, watchers, serverTime, names, texts };
}

/** Returns the delta and the base after it; undefined when members need a full frame. */
export function encodeDelta(
  base: RoomBase,
  next: RoomContent,
): { delta: RoomDelta; base: RoomBase } | undefined {
  const { state } = next;
  if (next.epoch !== base.epoch || !isRecord(state)) return undefined;
  if (namesIn(state).some((name) => !base.names.includes(name))) return undefined;
  const elapsedMs = next.serverTime - base.serverTime;
  const isTimeDue = elapsedMs < 0 || elapsedMs >= TIME_EVERY_MS;
  const content = { ...next, serverTime: isTimeDue ? next.serverTime : base.serverTime };
  const values: unknown[] = [];
  let mask = 0;
  const texts = [...base.texts];
  const add = (bit: number, before: unknown, now: unknown) => {
    if (isSame(before, now)) return;
    mask |= 1 << bit;
    values.push(pack(before, now, texts));
  };
  add(0, base.version, content.version);
  for (const [at, name] of base.names.entries()) add(1 + at, base.state[name], state[name]);
  add(base.names.length + 1, base.watchers, content.watchers);
  add(base.names.length + 2, base.serverTime, content.serverTime);
  const count = base.count + 1;
  return { delta: [count, mask, ...values], base: { ...base, ...content, state, count, texts } };
}

/** Adds the number that one member acknowledges. */
export function withSeen({ names }: RoomBase, [count, mask, ...values]: RoomDelta, seen: number): RoomDelta {
  return [count, mask | (1 << (names.length + 3)), ...values, seen];
}

/** Returns the base after the delta; undefined when it does not follow this one, and the client has to ask for the full state. */
export function applyDelta(
  base: RoomBase,
  [count, mask, ...values]: RoomDelta,
): { base: RoomBase; seen: number | undefined } | undefined {
  if (count !== base.count + 1) return undefined;
  const left = values.values();
  const { names } = base;
  const texts = [...base.texts];
  const read = (bit: number, before: unknown): unknown =>
    (mask & (1 << bit)) === 0 ? before : unpack(before, left.next().value, texts);
  const readNumber = (bit: number, before: number) => read(bit, before) as number;
  const version = readNumber(0, base.version);
  const fields = names.map((name, at) => [name, read(1 + at, base.state[name])] as const);
  const state = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const watchers = readNumber(names.length + 1, base.watchers);
  const serverTime = readNumber(names.length + 2, base.serverTime);
  const seen = (mask & (1 << (names.length + 3))) === 0 ? undefined : (left.next().value as number);
  return { base: { ...base, version, watchers, serverTime, count, state, texts }, seen };
}

/**
 * A number after a number is sent as their difference, a text among the recent ones as its index, a list of the same length
 * as its changed items, and everything that could be mistaken for one of these in brackets; empty brackets remove the field.
 */
function pack(before: unknown, now: unknown, texts: string[]): unknown {
  if (now === undefined) return [];
  if (Number.isSafeInteger(before)) {
    const step = Number(now) - Number(before);
    if (Number.isSafeInteger(now) && Number.isSafeInteger(step)) return step;
  } else if (isShort(now)) {
    const at = texts.indexOf(now);
    remember(texts, now);
    return at === -1 ? now : at;
  } else if (isList(before) && isList(now) && before.length === now.length) {
    const changed = [...now.entries()].filter(([at, item]) => !isSame(before[at], item));
    return Object.fromEntries(changed.map(([at, item]) => [at, pack(before[at], item, texts)]));
  } else if (now === null || typeof now === 'boolean') return now;
  remember(texts, now);
  return [now];
}

function unpack(before: unknown, packed: unknown, texts: string[]): unknown {
  const now = isObject(packed) && !Array.isArray(packed) ? unpackList(before, packed, texts) : unpackOne();
  remember(texts, now);
  return now;

  function unpackOne(): unknown {
    if (Array.isArray(packed)) return packed[0];
    if (typeof packed !== 'number') return packed;
    return Number.isSafeInteger(before) ? Number(before) + packed : texts[packed];
  }
}

function unpackList(before: unknown, changed: object, texts: string[]): unknown[] {
  const now = [...(before as unknown[])];
  for (const [at, packed] of Object.entries(changed))
    now[Number(at)] = unpack(now[Number(at)], packed, texts);
  return now;
}

function remember(texts: string[], now: unknown): void {
  if (!isShort(now)) return;
  const at = texts.indexOf(now);
  if (at !== -1) texts.splice(at, 1);
  texts.unshift(now);
  texts.splice(MOST_TEXTS);
}

/** In other lists JSON changes the missing items. */
function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && !value.includes(undefined);
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (isObject(a) && isObject(b) && JSON.stringify(a) === JSON.stringify(b));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isRecord(state: unknown): state is Record<string, unknown> {
  return isObject(state) && !Array.isArray(state) && !('toJSON' in state);
}

/** Those that JSON keeps. */
function namesIn(state: Record<string, unknown>): string[] {
  return Object.keys(state).filter((name) => state[name] !== undefined);
}
