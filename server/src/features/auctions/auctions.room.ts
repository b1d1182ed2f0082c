import { auctionsRoom } from '@copup/shared/room-names.ts';
import type { AuctionState, AuctionsState, RecentBid } from '@copup/shared/rooms.ts';
import type { Deps } from '../../deps.ts';
import { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import type { AuctionRow } from './auctions.queries.ts';
import { toAuctionState } from './auctions.wire.ts';

const RECENT_BIDS = 20;
const LISTED_CHANGES = 20;
const CARD_INTERVAL_MS = 1_000;

type StateRow = Pick<
  AuctionRow,
  | 'id'
  | 'version'
  | 'status'
  | 'currentBidAmount'
  | 'leaderUsername'
  | 'leaderProfile'
  | 'endDate'
  | 'hardEnd'
  | 'seq'
>;
const stateColumns = `a.id, a.version, a.status, a.current_bid_amount AS "currentBidAmount", a.leader_username AS "leaderUsername",
  a.leader_profile AS "leaderProfile", a.end_date AS "endDate", a.hard_end AS "hardEnd", a.seq`;

const realmsByDatabase = new WeakMap<Deps['db'], RememberedFacts<number>>();

/** The realm of each auction, by the text of its id. An auction never changes its realm. */
export function auctionRealms({ db, clock }: Pick<Deps, 'db' | 'clock'>): RememberedFacts<number> {
  let realms = realmsByDatabase.get(db);
  if (!realms) {
    realms = new RememberedFacts(
      async (ids) => {
        const { rows } = await db.pool.query<{ id: number; realm: number }>({
          name: 'auction-realms',
          text: 'SELECT id, realm FROM auctions WHERE id = ANY($1::int[])',
          values: [parseIds(ids)],
        });
        return new Map(rows.map(({ id, realm }) => [String(id), realm]));
      },
      () => clock.monotonicMs(),
    );
    realmsByDatabase.set(db, realms);
  }
  return realms;
}

/** Room auction:{id} and its card (A9). Only the auction's own realm may watch, and operators. */
export function auctionRoomKind({ db, clock }: Pick<Deps, 'db' | 'clock'>): RoomKind<AuctionState> {
  const realms = auctionRealms({ db, clock });
  return {
    kind: 'auction',
    views: { card: { minIntervalMs: CARD_INTERVAL_MS } },
    async authorize(viewer, text) {
      if (parseId(text) === undefined) return false;
      const realm = await realms.get(text);
      return realm !== undefined && (realm === viewer.realm || viewer.role === 1);
    },
    noteExists: (id) => realms.noteExists(id),
    async snapshot(ids) {
      const { rows } = await db.pool.query<StateRow & { recent: RecentBid[] }>({
        name: 'auction-snapshots',
        text: `SELECT ${stateColumns}, recent.bids AS recent FROM auctions a, LATERAL (
            SELECT coalesce(jsonb_agg(jsonb_build_object('seq', b.seq, 'price', b.price, 'username', b.username,
              'at', (extract(epoch FROM b.at) * 1000)::bigint) ORDER BY b.seq DESC), '[]') AS bids
            FROM bids b WHERE b.auction_id = a.id AND b.seq > a.seq - $2 AND b.seq <= a.seq) AS recent
          WHERE a.id = ANY($1::int[])`,
        values: [parseIds(ids), RECENT_BIDS],
      });
      return new Map(
        rows.map((row) => [
          String(row.id),
          { version: row.version, state: toAuctionState(row), recent: row.recent },
        ]),
      );
    },
    async changed(known) {
      const { rows } = await db.pool.query<StateRow>({
        name: 'auctions-changed',
        text: `SELECT ${stateColumns} FROM unnest($1::int[], $2::bigint[]) AS known (id, version)
          JOIN auctions a ON a.id = known.id AND a.version <> known.version`,
        values: [known.map(({ id }) => Number(id)), known.map(({ version }) => version)],
      });
      return new Map(
        rows.map((row) => [String(row.id), { version: row.version, state: toAuctionState(row) }]),
      );
    },
  };
}

/** Room auctions (realm 0) and auctions:{realm}: what is new, started and ended. */
export function auctionsRoomKind({ db }: Pick<Deps, 'db'>): RoomKind<AuctionsState> {
  /** The version is read with the changes, so that neither is ahead of the other. */
  const read = async (realms: readonly number[]) => {
    const { rows } = await db.pool.query<{
      realm: number;
      version: number;
      changes: AuctionsState['changes'];
    }>({
      name: 'auction-lists',
      text: `SELECT wanted.realm, coalesce(l.version, 0) AS version, recent.changes
        FROM unnest($1::int[], $2::text[]) AS wanted (realm, room) LEFT JOIN list_rooms l ON l.room = wanted.room, LATERAL (
          SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'status', c.status,
            'at', (extract(epoch FROM c.status_at) * 1000)::bigint) ORDER BY c.status_at DESC, c.id DESC), '[]') AS changes
          FROM (SELECT id, status, status_at FROM auctions WHERE realm = wanted.realm
            ORDER BY status_at DESC, id DESC LIMIT $3) AS c) AS recent`,
      values: [realms, realms.map(auctionsRoom), LISTED_CHANGES],
    });
    return new Map(
      rows.map(({ realm, version, changes }) => [toRoomId(realm), { version, state: { changes } }]),
    );
  };
  return {
    kind: 'auctions',
    countsWatchers: false,
    authorize: (viewer, text) => {
      const realm = toRealm(text);
      return realm !== undefined && (realm === viewer.realm || viewer.role === 1);
    },
    snapshot: (ids) => read(ids.map(toRealm).filter((realm) => realm !== undefined)),
    async changed(known) {
      const { rows } = await db.pool.query<{ id: string }>({
        name: 'auction-lists-changed',
        text: `SELECT known.id FROM unnest($1::text[], $2::text[], $3::bigint[]) AS known (id, room, version)
          LEFT JOIN list_rooms l ON l.room = known.room WHERE coalesce(l.version, 0) <> known.version`,
        values: [
          known.map(({ id }) => id),
          known.map(({ id }) => auctionsRoom(toRealm(id) ?? 0)),
          known.map(({ version }) => version),
        ],
      });
      return rows.length === 0 ? new Map() : read(rows.map(({ id }) => toRealm(id) ?? 0));
    },
  };
}

const parseId = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
const parseIds = (texts: readonly string[]): number[] => texts.map(parseId).filter((id) => id !== undefined);
/** `auctions` has no id: it is realm 0's. */
const toRealm = (id: string): number | undefined => (id === '' ? 0 : parseId(id));
const toRoomId = (realm: number): string => (realm === 0 ? '' : String(realm));
