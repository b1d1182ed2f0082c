import { type CardOrder, cardOrders, toHex } from '@copup/shared/fairness.ts';
import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { and, asc, drizzle, eq } from '../../../db/drizzle.ts';
import type { Deps } from '../../../deps.ts';
import { readSeeds } from '../../../fairness/server-seeds.ts';
import type { ReadProof } from '../../../feature.ts';
import { contestSubject, findContest, publicStatus } from '../contests.queries.ts';
import { cardDraws } from '../contests.tables.ts';
import { findScore } from '../scores.queries.ts';

/** Reads a player's draws in a card game (F1, C13). Includes the server seed only once the game is over. */
export const readCardProof =
  ({ db, config }: Pick<Deps, 'db' | 'config'>): ReadProof =>
  async ({ userId }, id) => {
    // The status is read first: a game that is over at this point stays over.
    const contest = await findContest(db, id);
    if (contest?.kind !== 'card') return undefined;
    const [seeds, own, draws] = await Promise.all([
      readSeeds(db, { config }, contestSubject(id), [userId]),
      findScore(db, id, userId),
      drizzle(db.pool)
        .select()
        .from(cardDraws)
        .where(and(eq(cardDraws.contestId, id), eq(cardDraws.userId, userId)))
        .orderBy(asc(cardDraws.nonce)),
    ]);
    const seed = seeds.get(userId);
    if (!seed) return undefined;
    const status = publicStatus(contest.status);
    const isOver = status === 'ended' || status === 'void';
    return {
      kind: 'card',
      id,
      title: contest.title,
      commitment: seed.commitment,
      server_seed: isOver ? toHex(seed.serverSeed) : null,
      client_seed: seed.clientSeed,
      draws: draws.map(({ nonce, position, cardOrder, value, at }) => ({
        nonce,
        position,
        cards: [...(cardOrders[cardOrder] as CardOrder)],
        value: value as CardFairness['draws'][number]['value'],
        at: at.toISOString(),
      })),
      score: own?.score ?? 0,
    };
  };
