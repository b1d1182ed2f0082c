import { drawWinner } from '@copup/shared/heist-proof.ts';
import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { openDrawSeed } from './commit-answer.ts';
import type { HeistRow } from './heists.queries.ts';

/** A heist whose answers are final, since its row is locked and it is over. */
export type EndedHeist = Pick<HeistRow, 'id' | 'answers' | 'winnerRule' | 'sealedDrawSeed'>;

export interface Winner {
  userId: string;
  username: string;
  profile: string | null;
}

/**
 * The correct answers of the heists `ids`, whose normalized accepted answers are `accepted`, in the order of the
 * database's clock (H4). A near miss that an operator accepted is correct for all who typed the same, also later.
 */
export const correctAnswersSql = (ids = '$1::int[]', accepted = '$2::jsonb[]') => `due AS MATERIALIZED (
    SELECT d.id, d.accepted || coalesce((SELECT jsonb_agg(DISTINCT n.normalized) FROM heist_answers n
      WHERE n.heist_id = d.id AND n.accepted_by IS NOT NULL), '[]') AS accepted
    FROM unnest(${ids}, ${accepted}) AS d (id, accepted)
  ), correct AS MATERIALIZED (
    SELECT a.heist_id, a.user_id, a.answer, a.answered_at,
      row_number() OVER (PARTITION BY a.heist_id ORDER BY a.answered_at, a.seq)::int AS place
    FROM due JOIN heist_answers a ON a.heist_id = due.id AND due.accepted ? a.normalized
  )`;

export const acceptedOf = ({ answers }: Pick<HeistRow, 'answers'>): string =>
  JSON.stringify(answers.map(normalizeAnswer));

/** Finds the winner of each of these heists that has a correct answer (H4). */
export async function findWinners(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  heists: readonly EndedHeist[],
): Promise<Map<number, Winner>> {
  const places = await drawPlaces(tx, deps, heists);
  const { rows } = await tx.client.query<Winner & { id: number }>({
    name: 'heist-winners',
    text: `WITH ${correctAnswersSql()}
      SELECT c.heist_id AS id, c.user_id AS "userId", u.username, u.profile
      FROM unnest($1::int[], $3::int[]) AS w (id, place) JOIN correct c ON c.heist_id = w.id AND c.place = w.place
        JOIN users u ON u.id = c.user_id`,
    values: [heists.map(({ id }) => id), heists.map(acceptedOf), heists.map(({ id }) => places.get(id) ?? 1)],
  });
  return new Map(rows.map(({ id, ...winner }) => [id, winner]));
}

/** Draws the winner's place among the correct answers, in the heists whose winner is drawn (F1). */
async function drawPlaces(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  heists: readonly EndedHeist[],
): Promise<Map<number, number>> {
  const drawn = heists.filter(({ winnerRule }) => winnerRule === 'draw');
  if (drawn.length === 0) return new Map();
  const { rows } = await tx.client.query<{ id: number; count: number }>({
    name: 'heist-correct-counts',
    text: `WITH ${correctAnswersSql()} SELECT heist_id AS id, count(*)::int AS count FROM correct GROUP BY heist_id`,
    values: [drawn.map(({ id }) => id), drawn.map(acceptedOf)],
  });
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const decided = drawn.filter(({ id }) => counts.has(id));
  const digests = await digestTickets(
    tx,
    decided.map(({ id }) => id),
  );
  return new Map(
    decided.map((heist) => {
      const clientSeed = digests.get(heist.id);
      invariant(clientSeed !== undefined, `heist ${heist.id} has answers and no tickets`);
      const seeds = { serverSeed: openDrawSeed(deps, heist), clientSeed };
      return [heist.id, drawWinner(counts.get(heist.id) as number, seeds, nodeHashes) + 1];
    }),
  );
}

/** The pseudonym of a user of the heist `h`, as `pseudonymOf` computes it. `userId` is a column. */
export const pseudonymSql = (userId: string): string =>
  `left(encode(sha256(convert_to(encode(h.answer_salt, 'hex') || ':' || ${userId}, 'UTF8')), 'hex'), 16)`;

/** Computes what `ticketsDigestOf` returns, in the database: a heist may have 100,000 tickets. Returned ones leave gaps (A14). */
async function digestTickets(tx: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.client.query<{ id: number; digest: string }>({
    name: 'heist-tickets-digests',
    text: `SELECT t.heist_id AS id, encode(sha256(convert_to(
          string_agg(t.place || ':' || ${pseudonymSql('t.user_id')}, E'\\n' ORDER BY t.place), 'UTF8')), 'hex') AS digest
      FROM (SELECT heist_id, user_id, row_number() OVER (PARTITION BY heist_id ORDER BY no) AS place
        FROM heist_tickets WHERE heist_id = ANY($1::int[])) AS t
      JOIN heists h ON h.id = t.heist_id GROUP BY t.heist_id`,
    values: [ids],
  });
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}
