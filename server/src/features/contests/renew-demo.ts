import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { ensureFund, lockFunds } from '../../ledger/funds.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';
import { renewDemo, timesOf } from '../../subjects/renew-demo.ts';
import { subsidyOf } from '../../subjects/subsidy.ts';
import type { ContestSubject } from './contests.subject.ts';
import { type DemoContest, demoContests } from './demo-catalogue.ts';
import { createContest, type WriteDeps } from './write-contest.ts';

/** A demo has no second operator who could fund `rewards`, so it issues the coins for the subsidies of its contests. */
const REWARDS_CHUNK = 10_000;

/** Creates a contest for each item of the catalogue that has none pending or active (X11). */
export const renewContests = (deps: WriteDeps, subject: ContestSubject): Promise<void> =>
  renewDemo(
    deps.db,
    subject,
    demoContests,
    ({ contest }) => contest.title,
    async (place, now) => {
      await fundRewards(deps, place);
      await createContest(deps, subject, { ...place.contest, ...timesOf(place, now) }, null);
    },
  );

/** In a separate transaction, since the contest is created in its own. */
async function fundRewards({ db, newId }: WriteDeps, { contest }: DemoContest): Promise<void> {
  const needed = subsidyOf({
    prize: contest.prize,
    entryFee: contest.entry_fee,
    minimumUsers: contest.minimum_users,
  });
  await inTransaction(db, (tx) => topUp(tx, newId, needed));
}

async function topUp(tx: Transaction, newId: () => string, needed: number): Promise<void> {
  const { id: rewardsId } = await ensureFund(tx, newId(), rewardsOf(0));
  const balance = (await lockFunds(tx, [rewardsId])).get(rewardsId)?.balance ?? 0;
  if (balance >= needed) return;
  const id = newId();
  await postTransfers(tx, [
    issueRewards({
      id,
      realm: 0,
      key: `demo:${id}`,
      fundId: rewardsId,
      amount: needed + REWARDS_CHUNK,
    }),
  ]);
}
