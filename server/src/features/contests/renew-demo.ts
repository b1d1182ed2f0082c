import type { NewContestBody } from '@copup/shared/contests.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { ensureFund, lockFunds } from '../../ledger/funds.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import { subsidyOf } from './contest-rules.ts';
import type { ContestSubject } from './contests.subject.ts';
import { type DemoContest, demoContests } from './demo-catalogue.ts';
import { createContest, type WriteDeps } from './write-contest.ts';

/** Any constant will do; it must only differ from other advisory locks on this database. */
const LOCK = 7_301_012;
const MS_PER_MIN = 60_000;
/** A demo has no second operator at hand to fund `rewards`, so it issues what the subsidies of its contests need. */
const REWARDS_CHUNK = 10_000;

export async function demoExists(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ exists: boolean }>('SELECT EXISTS (SELECT FROM contests)');
  return rows[0]?.exists === true;
}

/**
 * Creates a contest for each place of the catalogue that has none pending or active (X11). When several servers run it at
 * once, one of them works and the others return.
 */
export async function renewDemo(deps: WriteDeps, subject: ContestSubject): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.client.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isMine"',
      [LOCK],
    );
    if (!rows[0]?.isMine) return;
    const open = await tx.client.query<{ title: string }>(
      `SELECT title FROM contests WHERE realm = 0 AND status IN ('pending', 'active') AND title = ANY($1::text[])`,
      [demoContests.map(({ contest }) => contest.title)],
    );
    const titles = new Set(open.rows.map((row) => row.title));
    const missing = demoContests.filter(({ contest }) => !titles.has(contest.title));
    if (missing.length === 0) return;
    const now = await tx.clock();
    await fundRewards(deps, missing);
    for (const place of missing) await createContest(deps, subject, contestOf(place, now), null);
  });
}

/** The next contest of a place, counted from `now`. */
function contestOf({ contest, startsInMin, lastsMin }: DemoContest, now: Date): NewContestBody {
  const startsAtMs = now.getTime() + startsInMin * MS_PER_MIN;
  return {
    ...contest,
    ...(startsInMin > 0 ? { starts_at: new Date(startsAtMs).toISOString() } : {}),
    end_date: new Date(startsAtMs + lastsMin * MS_PER_MIN).toISOString(),
  };
}

/** In a transaction of its own, since the contests are created in theirs. */
async function fundRewards({ db, newId }: WriteDeps, places: readonly DemoContest[]): Promise<void> {
  const needed = places
    .map(({ contest }) =>
      subsidyOf({
        prize: contest.prize,
        entryFee: contest.entry_fee,
        minimumUsers: contest.minimum_users,
      }),
    )
    .reduce((sum, subsidy) => sum + subsidy, 0);
  await inTransaction(db, (tx) => topUp(tx, newId, needed));
}

async function topUp(tx: Transaction, newId: () => string, needed: number): Promise<void> {
  const { id: rewardsId } = await ensureFund(tx, newId(), rewardsOf(0));
  const balance = (await lockFunds(tx, [rewardsId])).get(rewardsId)?.balance ?? 0;
  if (balance >= needed) return;
  const id = newId();
  await postTransfers(tx, [
    {
      id,
      kind: 'fund',
      realm: 0,
      subject: rewardsOf(0).subject,
      key: `demo:${id}`,
      postings: [
        {
          from: { kind: 'issuance' },
          to: { kind: 'rewards', id: rewardsId },
          amount: needed + REWARDS_CHUNK,
        },
      ],
    },
  ]);
}
