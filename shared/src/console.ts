import { z } from 'zod';
import { OpsQueue } from './ops.ts';
import { Replication } from './replication.ts';
import { consoleLists } from './room-names.ts';
import { boundedString } from './text.ts';
import { IsoTime, RealmFilter, Uuid } from './wire.ts';

/** An item of a queue that an operator has open to decide it, until the time is over (O1). */
export const QueueClaim = z.object({
  item_id: z.int(),
  operator_id: Uuid,
  username: z.string(),
  until: IsoTime,
});
export type QueueClaim = z.infer<typeof QueueClaim>;

/**
 * State of a room list:{resource}: how often the list has changed so far, and the claims of a queue. Clients that show it
 * read its rows again.
 */
export const ListChanges = z.object({ changes: z.int(), claims: z.array(QueueClaim) });
export type ListChanges = z.infer<typeof ListChanges>;

export const listRoomIds: readonly string[] = consoleLists;
export const isListRoomId = (id: string): boolean => listRoomIds.includes(id);

/** The item that waits longest in a queue. */
export const OldestItem = z.object({
  id: z.string(),
  /** Of the user whom it concerns, or the operator who requested it. */
  name: z.string().nullable(),
  /** What it is about: an auction's or a task's name, or the action to approve. */
  item: z.string().nullable(),
  coins: z.int().nullable(),
  naira: z.number().nullable(),
});
export type OldestItem = z.infer<typeof OldestItem>;

const Waiting = { waiting: z.int(), overdue: z.int() };
/** A queue of items that wait for an operator's decision: how many, and how many of them are past their time. */
export const WaitingQueue = z.object({
  queue: z.string(),
  ...Waiting,
  by_status: z.array(z.object({ status: z.string(), ...Waiting })),
  oldest_at: IsoTime.nullable(),
  oldest: OldestItem.nullable(),
});
export type WaitingQueue = z.infer<typeof WaitingQueue>;

/** Coins that were paid in and out since a time. */
const MoneySince = z.object({ since: IsoTime, paid_in: z.int(), paid_out: z.int() });
export type MoneySince = z.infer<typeof MoneySince>;

/** Whether the last backup could be restored. */
export const BackupState = z.object({
  /** `none`: no backup was ever checked. `overdue`: the last good one is older than a day. */
  state: z.enum(['none', 'ok', 'overdue', 'failed']),
  checked_at: IsoTime.nullable(),
  taken_at: IsoTime.nullable(),
  /** Of the newest transfer that was recovered. */
  newest_at: IsoTime.nullable(),
  seconds: z.number().nullable(),
  bytes: z.int().nullable(),
  /** Postings of the database that were not recovered. */
  missing: z.int().nullable(),
  error: z.string().nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

/**
 * What operators see first (O1): the reply of GET /admin/overview, and the state of the room overview. Figures of coins
 * are those of realm 0 as of the last roll-up.
 */
export const OperatorOverview = z.object({
  queues: z.array(WaitingQueue),
  money: z.object({
    as_of: IsoTime.nullable(),
    owed: z.object({
      available: z.int(),
      held: z.int(),
      bonus: z.int(),
      /** In pots, stock, escrow and rewards. */
      other: z.int(),
      total: z.int(),
    }),
    today: MoneySince.nullable(),
    week: MoneySince.nullable(),
    month: MoneySince.nullable(),
  }),
  audit: z.object({
    ended_at: IsoTime.nullable(),
    ok: z.boolean().nullable(),
    /** The first error in words. */
    error: z.string().nullable(),
  }),
  jobs: z.array(OpsQueue),
  /** By kind of subject: seconds since the earliest end that is not settled, 0 without one. */
  overdue: z.array(z.object({ kind: z.string(), seconds: z.number() })),
  replication: Replication,
  backup: BackupState,
  server_time: IsoTime,
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;

/** A record that a search found. */
export const SearchHit = z.object({
  id: z.string(),
  /** A name, never an id. */
  title: z.string(),
  /** A second line; never an e-mail address. */
  detail: z.string(),
  /** 0 for real players. */
  realm: z.int(),
  image: z.string().nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;
export const SearchQuery = z.object({ q: boundedString(120).min(1), realm: RealmFilter });
/** By kind of record, the best known kinds first; kinds without a hit are left out. */
export const SearchReply = z.object({
  groups: z.array(z.object({ kind: z.string(), hits: z.array(SearchHit) })),
});
export type SearchReply = z.infer<typeof SearchReply>;
