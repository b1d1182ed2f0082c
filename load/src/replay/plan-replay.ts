import type { RoomTraceEvent } from '@copup/shared/room-trace.ts';
import { BadOptions } from '../bad-options.ts';
import { ENTRY_FEE, SOCKETS_PER_USER } from '../scenarios/bidding.ts';
import type { Plan, Sizes, SocketPlan, Step } from '../scenarios/scenario.ts';
import type { RecordedTrace } from './read-trace.ts';

/** After the last event, so that its effects arrive. */
const AFTER_MS = 500;
const MAX_SOCKETS = 40_000;

const isJoin = ({ event }: RoomTraceEvent) => event === 'join' || event === 'reconnect';
const isEnd = ({ event }: RoomTraceEvent) => event === 'leave' || event === 'close';
export const isBid = ({ event, command }: RoomTraceEvent) => event === 'command' && command === 'bid';

/** The sizes of a run are those of its file. */
export function sizesOf(trace: RecordedTrace): Pick<Sizes, 'clients' | 'rooms' | 'rate' | 'durationMs'> {
  const { from, events } = trace;
  const durationMs = Math.max(1_000, (events.at(-1)?.at ?? from) - from + AFTER_MS);
  const clients = events.filter(isJoin).length + watchersBefore(trace).main + watchersBefore(trace).cards;
  return { clients, rooms: 1, rate: events.filter(isBid).length / (durationMs / 1_000), durationMs };
}

/**
 * Plans the recorded minutes again, in one new auction: the sockets that were open, each join and reconnect, each socket
 * that left, and each bid, at the same times after the start. Bids raise the price by the recorded steps. Maximums and
 * purchases are not repeated: a trace does not contain the amounts.
 */
export function planReplay(trace: RecordedTrace, { rampMs }: Pick<Sizes, 'rampMs'>): Plan {
  const { kind, room, from, events } = trace;
  if (kind !== 'auction')
    throw new BadOptions(`replay: ${room} is not the room of an auction; only those can be replayed.`);
  if (!events.some((event) => isJoin(event) || isBid(event)))
    throw new BadOptions(`replay: the trace of ${room} has no joins and no bids.`);
  const { clients } = sizesOf(trace);
  if (clients > MAX_SOCKETS)
    throw new BadOptions(`replay: the trace has ${clients} joins; at most ${MAX_SOCKETS} can be replayed.`);
  const users = new Users(events);
  const sockets: SocketPlan[] = [];
  const steps: Step[] = [];
  const open = new OpenSockets();
  const before = watchersBefore(trace);
  const perUser = new Map<number, number>();
  for (const [isCard, count] of [
    [false, before.main],
    [true, before.cards],
  ] as const)
    for (let nth = 0; nth < count; nth += 1) {
      // Those that leave later have a pseudonym.
      const user = users.takeEarlier(isCard) ?? users.add(perUser);
      open.add(user, isCard, sockets.length);
      sockets.push({ user, rooms: [roomOf(isCard)], opensAtMs: 0 });
    }
  const opensAfterMs = rampMs / Math.max(1, sockets.length);
  for (const [nth, socket] of sockets.entries()) socket.opensAtMs = nth * opensAfterMs;
  for (const event of events) {
    const atMs = event.at - from;
    const isCard = event.card === true;
    if (isJoin(event)) {
      const user = users.of(event);
      open.add(user, isCard, sockets.length);
      steps.push({ atMs, do: 'open', socket: sockets.length, isReconnect: event.event === 'reconnect' });
      sockets.push({ user, rooms: [roomOf(isCard)], opensAtMs: atMs, isLate: true });
    } else if (isEnd(event)) {
      const socket = open.take(users.of(event), isCard);
      if (socket !== undefined) steps.push({ atMs, do: 'close', socket });
    } else if (isBid(event)) {
      steps.push({ atMs, do: 'bid', user: users.of(event), auction: 0 });
    }
  }
  const bidders = new Set(steps.flatMap((step) => (step.do === 'bid' ? [step.user] : [])));
  const increment = incrementOf(events);
  return {
    users: Math.max(2, users.count),
    coins: increment * (events.filter(isBid).length + 1) + 1_000,
    auctions: [{ name: `Replay of ${room}`, entryFee: ENTRY_FEE, increment }],
    entries: [...bidders].map((user) => ({ user, auction: 0 })),
    contests: [],
    joins: [],
    sockets,
    steps,
  };
}

const roomOf = (isCard: boolean) => (isCard ? 'auction:#0@card' : 'auction:#0');

function watchersBefore({ servers }: Pick<RecordedTrace, 'servers'>): { main: number; cards: number } {
  return {
    main: servers.reduce((sum, { members }) => sum + members, 0),
    cards: servers.reduce((sum, { cards }) => sum + cards, 0),
  };
}

/** The smallest step of the recorded prices. */
function incrementOf(events: readonly RoomTraceEvent[]): number {
  const prices = events.flatMap(({ price }) => (price === undefined ? [] : [price])).sort((a, b) => a - b);
  const raises = prices.slice(1).map((price, nth) => price - (prices[nth] ?? 0));
  const least = Math.min(...raises.filter((raise) => raise > 0));
  return Number.isFinite(least) ? least : 1;
}

/** Players of the run for the pseudonyms of the trace. */
class Users {
  readonly #byName = new Map<string, number>();
  /** Sockets that were open before: their first event is their end. */
  readonly #earlier: { user: number; isCard: boolean }[] = [];
  count = 0;

  constructor(events: readonly RoomTraceEvent[]) {
    const open = new Map<string, number>();
    for (const event of events) {
      if (event.user === undefined) continue;
      const user = this.of(event);
      const isCard = event.card === true;
      const key = `${user} ${isCard}`;
      const own = open.get(key) ?? 0;
      if (isJoin(event)) open.set(key, own + 1);
      else if (isEnd(event) && own > 0) open.set(key, own - 1);
      else if (isEnd(event)) this.#earlier.push({ user, isCard });
    }
  }

  of({ user = '' }: RoomTraceEvent): number {
    const known = this.#byName.get(user);
    if (known !== undefined) return known;
    this.#byName.set(user, this.count);
    this.count += 1;
    return this.count - 1;
  }

  takeEarlier(isCard: boolean): number | undefined {
    const at = this.#earlier.findIndex((one) => one.isCard === isCard);
    return at === -1 ? undefined : this.#earlier.splice(at, 1)[0]?.user;
  }

  /** A player who joined before the trace begins, and so has no pseudonym. */
  add(sockets: Map<number, number>): number {
    const last = this.count - 1;
    const own = sockets.get(last);
    const user = own !== undefined && own < SOCKETS_PER_USER ? last : this.count;
    if (user === this.count) this.count += 1;
    sockets.set(user, (sockets.get(user) ?? 0) + 1);
    return user;
  }
}

/** Which sockets a player has open, the longest first. */
class OpenSockets {
  readonly #sockets = new Map<string, number[]>();

  add(user: number, isCard: boolean, socket: number): void {
    const key = `${user} ${isCard}`;
    const own = this.#sockets.get(key) ?? [];
    own.push(socket);
    this.#sockets.set(key, own);
  }

  take(user: number, isCard: boolean): number | undefined {
    return this.#sockets.get(`${user} ${isCard}`)?.shift();
  }
}
