import type { HeistFairness } from '@copup/shared/fairness-calls.ts';
import { pseudonymOf } from '@copup/shared/heist-proof.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import type { ReadProof } from '../../feature.ts';
import { findSubject } from '../../subjects/subject-rows.ts';
import { openDrawSeed } from './commit-answer.ts';
import { acceptedOf, correctAnswersSql, pseudonymSql } from './find-winners.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import { publicStatus } from './heists.wire.ts';

/** Correct answers in a proof, besides that of the winner. */
const MAX_CORRECT = 1_000;

/**
 * Reads the proof of a heist, the same for all users of its realm (F1, H3). Includes the salt, the question, the answers
 * and the seed only once the heist is completed.
 */
export const readHeistProof =
  ({ db, config }: Pick<Deps, 'db' | 'config'>): ReadProof =>
  async ({ realm }, id) => {
    // The status is read first: a heist that is completed at this point stays completed.
    const heist = await findSubject<HeistRow>(db, heistKind, id);
    if (!heist || heist.realm !== realm) return undefined;
    const isCompleted = publicStatus(heist) === 'completed';
    return {
      kind: 'heist',
      id,
      title: heist.name,
      status: publicStatus(heist),
      winner_rule: heist.winnerRule,
      answer_commitment: heist.answerCommitment.toString('hex'),
      draw_commitment: heist.drawCommitment.toString('hex'),
      ...(isCompleted ? await reveal(db, config, heist) : hidden),
    };
  };

type Revealed = Omit<
  HeistFairness,
  'kind' | 'id' | 'title' | 'status' | 'winner_rule' | 'answer_commitment' | 'draw_commitment'
>;

const hidden: Revealed = {
  salt: null,
  question: null,
  answers: null,
  draw_seed: null,
  accepted_near_misses: [],
  tickets: [],
  correct_count: 0,
  correct: [],
  winner: null,
  winner_username: null,
};

async function reveal(db: Database, config: Deps['config'], heist: HeistRow): Promise<Revealed> {
  const salt = heist.answerSalt.toString('hex');
  const isDrawn = heist.winnerRule === 'draw' && heist.winnerId !== null;
  const [nearMisses, tickets, correct] = await Promise.all([
    listAcceptedNearMisses(db, heist.id),
    isDrawn ? listPseudonyms(db, heist.id) : [],
    listCorrect(db, heist),
  ]);
  return {
    salt,
    question: heist.question,
    answers: heist.answers,
    draw_seed: openDrawSeed({ config }, heist).toString('hex'),
    accepted_near_misses: nearMisses,
    tickets,
    ...correct,
    winner: heist.winnerId === null ? null : pseudonymOf(salt, heist.winnerId, nodeHashes),
    winner_username: heist.winnerUsername,
  };
}

async function listAcceptedNearMisses(db: Database, heistId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ normalized: string }>({
    name: 'heist-accepted-near-misses',
    text: `SELECT DISTINCT normalized FROM heist_answers WHERE heist_id = $1 AND accepted_by IS NOT NULL
      ORDER BY normalized`,
    values: [heistId],
  });
  return rows.map(({ normalized }) => normalized);
}

async function listPseudonyms(db: Database, heistId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ pseudonyms: string[] }>({
    name: 'heist-pseudonyms',
    text: `SELECT coalesce(array_agg(${pseudonymSql('t.user_id')} ORDER BY t.no), '{}') AS pseudonyms
      FROM heist_tickets t JOIN heists h ON h.id = t.heist_id WHERE t.heist_id = $1`,
    values: [heistId],
  });
  return rows[0]?.pseudonyms ?? [];
}

interface CorrectRow {
  place: number;
  user: string;
  answer: string;
  answeredAt: Date;
  count: number;
}

async function listCorrect(
  db: Database,
  heist: HeistRow,
): Promise<Pick<Revealed, 'correct' | 'correct_count'>> {
  const { rows } = await db.pool.query<CorrectRow>({
    name: 'heist-correct-answers',
    text: `WITH ${correctAnswersSql()}
      SELECT c.place, ${pseudonymSql('c.user_id')} AS user, c.answer, c.answered_at AS "answeredAt",
        (SELECT count(*)::int FROM correct) AS count
      FROM correct c JOIN heists h ON h.id = c.heist_id
      WHERE c.place <= ${MAX_CORRECT} OR c.user_id = h.winner_id ORDER BY c.place`,
    values: [[heist.id], [acceptedOf(heist)]],
  });
  return {
    correct_count: rows[0]?.count ?? 0,
    correct: rows.map(({ place, user, answer, answeredAt }) => ({
      place,
      user,
      answer,
      answered_at: answeredAt.toISOString(),
    })),
  };
}
