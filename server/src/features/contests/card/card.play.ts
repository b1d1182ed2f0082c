import type { Transaction } from '../../../db/in-transaction.ts';
import type { Deps } from '../../../deps.ts';
import { invariant } from '../../../errors.ts';
import { commitSeed, fixClientSeedsLast, readSeeds, type Seeds } from '../../../fairness/server-seeds.ts';
import { contestSubject } from '../contests.queries.ts';
import type { Play } from '../play.ts';
import { type CardDraw, type CardState, type PickInput, type PickResult, pickCard } from './card-rules.ts';

type SeedsByUser = ReadonlyMap<string, Seeds>;

/** The play of cards: each pick draws three new cards, and the picked one is added to the score (C3, C13). */
export const cardPlay = (
  deps: Pick<Deps, 'config' | 'randomBytes'>,
): Play<PickInput, CardState, SeedsByUser, PickResult, CardDraw> => ({
  kind: 'card',
  batchWindowMs: 0,
  join: async (tx, contestId, userId) => ({
    commitment: await commitSeed(tx, deps, contestSubject(contestId), userId),
  }),
  readFacts: (tx, contestId, userIds) => readSeeds(tx, deps, contestSubject(contestId), userIds),
  judge(input, { userId, state }, nowMs, seeds) {
    const own = seeds.get(userId);
    invariant(own, `user ${userId} has no seed`);
    return pickCard(state, input, own, nowMs);
  },
  writeRecords(tx, contestId, records, now, seeds) {
    writeDrawsLast(tx, contestId, records, now);
    const first = records.flatMap(({ userId }) => {
      const own = seeds.get(userId);
      return own && !own.isDrawn ? { userId, clientSeed: own.clientSeed } : [];
    });
    fixClientSeedsLast(tx, contestSubject(contestId), first);
  },
});

function writeDrawsLast(
  tx: Transaction,
  contestId: number,
  draws: readonly (CardDraw & { userId: string })[],
  now: Date,
): void {
  tx.writeLast({
    name: 'card-draws-write',
    text: `INSERT INTO card_draws (contest_id, user_id, nonce, position, card_order, value, at)
      SELECT $1::int, user_id, nonce, position, card_order, value, $2::timestamptz
      FROM unnest($3::uuid[], $4::int[], $5::smallint[], $6::smallint[], $7::smallint[])
        AS d (user_id, nonce, position, card_order, value)`,
    values: [
      contestId,
      now,
      draws.map(({ userId }) => userId),
      draws.map(({ nonce }) => nonce),
      draws.map(({ position }) => position),
      draws.map(({ cardOrder }) => cardOrder),
      draws.map(({ value }) => value),
    ],
  });
}
