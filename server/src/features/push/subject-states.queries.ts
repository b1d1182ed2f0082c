import type { Database } from '../../db/database.ts';
import { inArray } from '../../db/drizzle.ts';
import { type Subject, subjectKey } from '../../subject.ts';
import { auctions } from '../auctions/auctions.tables.ts';
import { heists } from '../heists/heists.tables.ts';

/** What makes a message about a live subject true. */
export interface SubjectState {
  isBeforeStart: boolean;
  /** Whether it has started and not ended. */
  isOpen: boolean;
  startsAtMs: number;
  endsAtMs: number;
  leaderId: string | null;
  /** The coins that the next bid reserves. */
  nextBid: number;
  /** The name of its picture. */
  picture: string | null;
}

/** One wrong id must not hold up a batch. */
const NUMBER = /^[1-9]\d{0,8}$/;
const beforeStart: readonly string[] = ['pending', 'waiting', 'available', 'on_hold'];
const open: readonly string[] = ['active', 'started'];

/** Reads auctions and heists by `subjectKey`. Others are absent. */
export async function readSubjectStates(
  db: Database,
  subjects: readonly Subject[],
): Promise<Map<string, SubjectState>> {
  const idsOf = (wanted: string) => [
    ...new Set(subjects.flatMap(({ kind, id }) => (kind === wanted && NUMBER.test(id) ? [Number(id)] : []))),
  ];
  const [ofAuctions, ofHeists] = await Promise.all([
    readAuctions(db, idsOf('auction')),
    readHeists(db, idsOf('heist')),
  ]);
  const states = new Map<string, SubjectState>();
  for (const { kind, id, status, startsAt, endDate, leaderId, nextBid, picture } of [
    ...ofAuctions.map(({ price, increment, ...row }) => ({
      ...row,
      kind: 'auction',
      nextBid: price + increment,
    })),
    ...ofHeists.map((row) => ({ ...row, kind: 'heist', leaderId: null, nextBid: 0 })),
  ]) {
    states.set(subjectKey({ kind, id: String(id) }), {
      isBeforeStart: beforeStart.includes(status),
      isOpen: open.includes(status),
      startsAtMs: startsAt.getTime(),
      endsAtMs: endDate.getTime(),
      leaderId,
      nextBid,
      picture,
    });
  }
  return states;
}

async function readAuctions(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const {
    id,
    status,
    startsAt,
    endDate,
    leaderId,
    currentBidAmount: price,
    bidIncrement: increment,
    image: picture,
  } = auctions;
  return db.orm
    .select({ id, status, startsAt, endDate, leaderId, price, increment, picture })
    .from(auctions)
    .where(inArray(id, ids));
}

async function readHeists(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { id, status, startsAt, endDate, image: picture } = heists;
  return db.orm.select({ id, status, startsAt, endDate, picture }).from(heists).where(inArray(id, ids));
}
