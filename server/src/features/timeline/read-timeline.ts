import { paths } from '@copup/shared/page-paths.ts';
import type { TimelineEntry, TimelineFilter } from '@copup/shared/timeline.ts';
import type { Database } from '../../db/database.ts';
import type { AllFeatures } from '../../feature.ts';
import { isWalletPart } from '../../ledger/accounts.ts';
import {
  fromCursor,
  readWalletEntries,
  readWalletState,
  toCursor,
  type WalletEntry,
} from '../../ledger/wallet-entries.ts';
import { type Subject, type SubjectDescription, subjectKey } from '../../subject.ts';
import { matchesFilter } from './filters.ts';

/** Maximum number of entries that one page with a filter reads. */
const READ_WITH_FILTER = 1_000;

interface PageOfEntries {
  entries: (TimelineEntry & { transfer_id: string })[];
  next: string | null;
}

/**
 * Reads a page of a wallet's entries, newest first, with names (W11). A page reads a limited number of postings: with a
 * filter it may be short, and `next` continues behind the last entry that was read.
 */
export async function readTimeline(
  { db, describeSubjects }: { db: Database; describeSubjects: AllFeatures['describeSubjects'] },
  userId: string,
  { limit, before, filter }: { limit: number; before?: string; filter?: TimelineFilter },
): Promise<PageOfEntries> {
  const state = before === undefined ? await readWalletState(db, userId) : fromCursor(before);
  if (!state || state.seq === 0) return { entries: [], next: null };
  const count = filter === undefined ? limit : Math.max(limit, READ_WITH_FILTER);
  const page = await readWalletEntries(db, userId, state, count);
  const matching = filter ? page.entries.filter((entry) => matchesFilter(entry, filter)) : page.entries;
  const shown = matching.slice(0, limit);
  const [described, counterparts] = await Promise.all([
    describeSubjects(shown.map(({ subject }) => subject)),
    readCounterparts(db, shown),
  ]);
  return {
    entries: shown.map((entry) => toEntry(entry, described.get(subjectKey(entry.subject)), counterparts)),
    next: nextCursor(page.before, shown.length < matching.length ? shown.at(-1) : undefined),
  };
}

/** Returns where the next page starts: behind `last` when the page is full, else behind all that was read. */
function nextCursor(before: Parameters<typeof toCursor>[0], last: WalletEntry | undefined): string | null {
  if (last) {
    const { after, change, seq } = last;
    const parts = {
      available: after.available - change.available,
      held: after.held - change.held,
      bonus: after.bonus - change.bonus,
      task: after.task - change.task,
    };
    return toCursor({ seq: seq - 1, parts });
  }
  return before.seq > 0 ? toCursor(before) : null;
}

/** Reads the usernames of the other users of sends. */
async function readCounterparts(db: Database, entries: readonly WalletEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap((entry) => counterpartOf(entry) ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await db.pool.query<{ id: string; username: string }>({
    name: 'timeline-counterparts',
    text: 'SELECT id, username::text FROM users WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL',
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map(({ id, username }) => [id, username]));
}

const counterpartOf = ({ kind, other }: WalletEntry): string | null =>
  kind === 'send' && other && isWalletPart(other.kind) ? other.id : null;

function toEntry(
  entry: WalletEntry,
  description: SubjectDescription | undefined,
  counterparts: ReadonlyMap<string, string>,
): PageOfEntries['entries'][number] {
  const { seq, at, kind, subject, change, after, transferId } = entry;
  return {
    seq,
    transfer_id: transferId,
    at: at.toISOString(),
    kind,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: description?.name ?? null,
    path: description?.path ?? pathOf(subject),
    counterpart: counterparts.get(counterpartOf(entry) ?? '') ?? null,
    change,
    balance: { ...after, bid_points: after.available + after.bonus },
  };
}

/** The pages of subjects without a page of their own. */
const listPages: Readonly<Record<string, string>> = {
  send: paths.transactions,
  payment: paths.payments,
  card_payment: paths.payments,
  trade: paths.payments,
  payout: paths.payouts,
  order: paths.orders,
};

export const pathOf = ({ kind }: Subject): string | null => listPages[kind] ?? null;
