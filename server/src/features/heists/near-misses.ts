import { nearMissesCalls } from '@copup/shared/calls/heists.ts';
import { findNearMiss, mostEdits } from '@copup/shared/heist-proof.ts';
import type { NearMiss } from '@copup/shared/heists.ts';
import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { acted } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { acceptAnswer } from './accept-answer.ts';
import { heistNotFound } from './heists.errors.ts';

/** Bounds of the work for a heist with many different answers: the texts compared, and those listed. */
const MAX_COMPARED = 5_000;
const MAX_LISTED = 200;
/** Texts compared before other work of the server runs. */
const COMPARED_AT_ONCE = 100;

interface TypedText {
  normalized: string;
  users: number;
  /** The number of the first answer with this text. */
  seq: number;
}
type Near = TypedText & { closest: string; distance: number };

/**
 * Lists the answers that nearly equal an accepted one, for operators, the closest first. Users with the same normalized
 * answer are one item, named after the first of them. Compares each different text once, the most frequent first.
 */
export async function listNearMisses(db: Database, heistId: number): Promise<NearMiss[]> {
  const answers = await readAccepted(db, heistId);
  const near: Near[] = [];
  for (const [at, text] of (await listTexts(db, heistId, answers)).entries()) {
    if (at % COMPARED_AT_ONCE === COMPARED_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const found = findNearMiss(text.normalized, answers);
    if (found) near.push({ ...text, closest: found.answer, distance: found.distance });
  }
  near.sort((a, b) => a.distance - b.distance || a.seq - b.seq);
  return describe(db, heistId, near.slice(0, MAX_LISTED));
}

/** Returns the sealed answers of a heist. Throws when there is no such heist. */
async function readAccepted(db: Database, heistId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ answers: string[] }>({
    name: 'heist-accepted-answers',
    text: 'SELECT answers FROM heists WHERE id = $1',
    values: [heistId],
  });
  if (!rows[0]) throw heistNotFound();
  return rows[0].answers;
}

/** Lists the different texts whose length a near miss can have. */
async function listTexts(db: Database, heistId: number, answers: readonly string[]): Promise<TypedText[]> {
  const accepted = answers.map(normalizeAnswer);
  const lengths = accepted.map((text) => [...text].length);
  const { rows } = await db.pool.query<TypedText>({
    name: 'heist-near-lengths',
    text: `SELECT normalized, count(*)::int AS users, min(seq) AS seq FROM heist_answers a
      WHERE heist_id = $1 AND normalized <> ALL($2::text[]) AND EXISTS (
        SELECT FROM unnest($3::int[], $4::int[]) AS r (low, high) WHERE length(a.normalized) BETWEEN r.low AND r.high)
      GROUP BY normalized ORDER BY users DESC, seq LIMIT ${MAX_COMPARED}`,
    values: [
      heistId,
      accepted,
      lengths.map((length) => length - mostEdits(length)),
      lengths.map((length) => length + mostEdits(length)),
    ],
  });
  return rows;
}

interface FirstAnswer {
  seq: number;
  userId: string;
  username: string;
  answer: string;
  answeredAt: Date;
  acceptedBy: string | null;
}

/** Adds the first answer of each text. All users with a text have the same `accepted_by`, or answered later. */
async function describe(db: Database, heistId: number, near: readonly Near[]): Promise<NearMiss[]> {
  if (near.length === 0) return [];
  const { rows } = await db.pool.query<FirstAnswer>({
    name: 'heist-near-misses',
    text: `SELECT a.seq, a.user_id AS "userId", u.username, a.answer, a.answered_at AS "answeredAt", o.username AS "acceptedBy"
      FROM heist_answers a JOIN users u ON u.id = a.user_id LEFT JOIN users o ON o.id = a.accepted_by
      WHERE a.heist_id = $1 AND a.seq = ANY($2::int[])`,
    values: [heistId, near.map(({ seq }) => seq)],
  });
  const first = new Map(rows.map((row) => [row.seq, row]));
  return near.flatMap(({ seq, users, closest, distance }) => {
    const row = first.get(seq);
    if (!row) return [];
    const { userId, username, answer, answeredAt, acceptedBy } = row;
    return {
      user_id: userId,
      username,
      answer,
      closest,
      distance,
      users,
      answered_at: answeredAt.toISOString(),
      accepted_by: acceptedBy,
    };
  });
}

/** /api/admin/heists/{id}: the answers that nearly equal an accepted one (H3). */
export const nearMissesRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'settings'>) => {
  const read = async (id: number) => ({ items: await listNearMisses(deps.db, id) });
  return routes(nearMissesCalls, {
    'GET /admin/heists/:id/near-misses': ({ params }) => read(params.id),

    'POST /admin/heists/:id/accept-answer': acted(
      ({ id: heistId, operatorId, body: { user_id: userId, reason } }) =>
        acceptAnswer(deps, { heistId, userId, operatorId, reason }),
      read,
    ),
  });
};
