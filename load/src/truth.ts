import { toAuctionState } from '@copup/shared/auction-state.ts';
import type { Auction, BidsReply } from '@copup/shared/auctions.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import type { AdminHeist } from '@copup/shared/heists.ts';
import {
  auctionRoom,
  auctionsRoom,
  betsRoom,
  contestsRoom,
  heistsRoom,
  userRoom,
  vaultRoom,
} from '@copup/shared/room-names.ts';
import type { Profile, UserState } from '@copup/shared/users.ts';
import { Recorder } from '@copup/testkit/history.ts';
import { Player } from '@copup/testkit/players.ts';
import pLimit from 'p-limit';
import { type PublishedContest, readContestRoom, readResult } from './contest-truth.ts';
import { type PublishedHeist, readHeistRoom, readHeistView } from './heist-truth.ts';
import { brokenLimit } from './pastime-players.ts';
import type { LoadRealm } from './realm.ts';
import { nowMs, type RoomSnapshot, RoomSocket, type SocketEvents } from './room-socket.ts';

const BIDS_PER_PAGE = 1_000;
const READS_AT_ONCE = 8;
const JOIN_TIMEOUT_MS = 10_000;
const CLOCK_READS = 5;

type TestedRealm = Pick<LoadRealm, 'users' | 'realm' | 'auctionIds' | 'contests' | 'heists'>;

/** Reads the server's state by REST, as players of the realm, each far below their limit of 20 reads a second. */
export class Truth {
  readonly #urls: readonly string[];
  readonly #run: TestedRealm;
  readonly #readers: Player[];
  readonly #limit = pLimit(READS_AT_ONCE);
  #turn = 0;

  constructor(urls: readonly string[], run: TestedRealm) {
    this.#urls = urls;
    this.#run = run;
    const recorder = new Recorder();
    this.#readers = run.users.map((user, at) => new Player(user, urls, at % urls.length, recorder));
  }

  /**
   * Returns the expected state of every room: auctions and balances from REST calls, the list room and the epoch from a
   * new socket. `holders` has a user with a ticket for each heist that has any.
   */
  async rooms(
    withUsers: boolean,
    holders: ReadonlyMap<number, string> = new Map(),
  ): Promise<Map<string, RoomSnapshot>> {
    const { realm, heists, auctionIds } = this.#run;
    const list = auctionsRoom(realm);
    const lists = [
      list,
      contestsRoom(realm),
      betsRoom(realm),
      ...(heists.length > 0 ? [heistsRoom(realm)] : []),
    ];
    const snapshot = await this.#join([...lists, ...auctionIds.slice(0, 1).map(auctionRoom)]);
    const rooms = new Map([...snapshot].filter(([room]) => lists.includes(room)));
    const epoch = rooms.get(list)?.epoch;
    if (epoch === undefined) throw new Error('the room of the auction list cannot be joined');
    await this.#limit.map(this.#run.contests, async (contest) => {
      rooms.set(...(await readContestRoom(this.#reader(), contest, epoch)));
    });
    await this.#limit.map(this.#run.heists, async ({ id }) => {
      rooms.set(...(await readHeistRoom(this.#reader(), id, epoch)));
    });
    // Only a ticket's holder may join a vault, and no call returns its version.
    for (const [id, userId] of holders) {
      const token = this.#run.users.find((user) => user.id === userId)?.token;
      for (const [room, vault] of await this.#join([vaultRoom(id)], token)) rooms.set(room, vault);
    }
    await this.#limit.map(this.#run.auctionIds, async (id) => {
      const auction = await this.#reader().read<Auction>(`/auction/${id}`);
      rooms.set(auctionRoom(id), { epoch, version: auction.version, state: toAuctionState(auction) });
    });
    if (withUsers)
      await this.#limit.map([...this.#run.users.keys()], async (at) => {
        const profile = await this.#readers[at]?.read<Profile>('/user/profile');
        if (profile)
          rooms.set(userRoom(profile.id), { epoch, version: profile.version, state: toUser(profile) });
      });
    return rooms;
  }

  /** Returns all accepted bids of each auction from the public API. */
  async bids(): Promise<Map<number, BidsReply>> {
    const found = new Map<number, BidsReply>();
    await this.#limit.map(this.#run.auctionIds, async (id) => {
      const all: BidsReply['bids'] = [];
      for (;;) {
        const after = all.at(-1)?.seq ?? 0;
        const page = await this.#reader().read<BidsReply>(
          `/auction/${id}/bids?after=${after}&limit=${BIDS_PER_PAGE}`,
        );
        all.push(...page.bids);
        if (page.bids.length < BIDS_PER_PAGE) {
          found.set(id, { ...page, bids: all });
          return;
        }
      }
    });
    return found;
  }

  /** Returns each contest with the results of its players. `joins` are indexes of the lists of contests and users. */
  contests(
    contests: readonly AdminContest[],
    joins: readonly { user: number; contest: number }[],
  ): Promise<PublishedContest[]> {
    return Promise.all(
      this.#run.contests.map(async ({ id, kind }, at) => {
        const contest = contests.find((one) => one.id === id);
        if (!contest) throw new Error(`contest ${id} is not in the list of the realm`);
        const players = joins.flatMap((join) =>
          join.contest === at ? (this.#readers[join.user] ?? []) : [],
        );
        const results = await this.#limit.map(players, (player) => readResult(player, { id, kind }));
        return { contest, results };
      }),
    );
  }

  /** Returns each heist as its players see it. */
  async heists(heists: readonly AdminHeist[]): Promise<PublishedHeist[]> {
    const published: PublishedHeist[] = [];
    for (const heist of heists)
      published.push({
        heist,
        views: await this.#limit.map(this.#readers, (player) => readHeistView(player, heist)),
      });
    return published;
  }

  /** Returns how the limits of these players are broken. */
  async brokenLimits(users: readonly number[]): Promise<string[]> {
    const players = users.flatMap((at) => this.#readers[at] ?? []);
    const broken = await this.#limit.map(players, brokenLimit);
    return broken.flatMap((violation) => violation ?? []);
  }

  /** Returns the offset from the server's clock to this machine's, measured with the fastest of several replies. */
  async clockOffsetMs(): Promise<number> {
    let best = { tookMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
    const [id] = this.#run.auctionIds;
    const path = id === undefined ? `/hurt/heist/${this.#run.heists[0]?.id}` : `/auction/${id}`;
    if (id === undefined && this.#run.heists.length === 0) return 0;
    for (let read = 0; read < CLOCK_READS; read += 1) {
      const fromMs = nowMs();
      const { server_time } = await this.#reader().read<{ server_time: string }>(path);
      const tookMs = nowMs() - fromMs;
      if (tookMs < best.tookMs) best = { tookMs, offsetMs: fromMs + tookMs / 2 - Date.parse(server_time) };
    }
    // An offset below half the round trip is within the measurement error.
    return Math.abs(best.offsetMs) <= best.tookMs / 2 + 1 ? 0 : best.offsetMs;
  }

  #reader(): Player {
    this.#turn += 1;
    const reader = this.#readers[this.#turn % this.#readers.length];
    if (!reader) throw new Error('the realm has no players to read with');
    return reader;
  }

  /** Joins rooms with a new socket, by default of the last user, who has few sockets open. */
  async #join(
    rooms: readonly string[],
    token = this.#run.users.at(-1)?.token ?? '',
  ): Promise<ReadonlyMap<string, RoomSnapshot>> {
    let socket: RoomSocket | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no room could be joined in time')), JOIN_TIMEOUT_MS);
        const events: SocketEvents = {
          message() {},
          updated() {},
          failed() {},
          changed() {},
          joined() {
            clearTimeout(timer);
            resolve();
          },
        };
        socket = new RoomSocket(this.#urls, 0, token, rooms, events);
        socket.open(nowMs());
      });
      return new Map(socket?.snapshots);
    } finally {
      socket?.close();
    }
  }
}

function toUser(profile: Profile): UserState {
  return {
    available: profile.available_points,
    held: profile.held_points,
    bonus: profile.bonus_points,
    task: profile.task_coin,
    unread: profile.unread,
  };
}
