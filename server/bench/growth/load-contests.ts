import { available, move } from '@copup/testkit/transfers.ts';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { ensureFund, lockFunds } from '../../src/ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../../src/ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../src/ledger/rewards.ts';
import { eachUser, userId } from './load-users.ts';
import type { WorldSql } from './world-shape.ts';

const KINDS = `ARRAY['tap', 'card', 'math']`;
const FIRST_ID = 2_001;
/**
 * Number of open contests at every size: enough to fill the lobbies. All users but the first have joined the first of
 * each kind.
 */
const OPEN = 60;
/** Number of past contests at every size: enough to fill the list of winners. */
const LISTED = 120;

/** What a past contest paid its winner, who reached this score with one play. */
const PRIZE = 10;
const WINNING_SCORE = `CASE kind WHEN 'math' THEN 1 ELSE 10 END`;
const TRANSFERS_OF_STATEMENT = 500;

/** The first open contest of each kind. */
export const openContests = { tap: FIRST_ID, card: FIRST_ID + 1, math: FIRST_ID + 2 };

/**
 * Loads contests without a fee: sixty open ones, and past ones in proportion to the users. `payPrizes` then pays the
 * past ones' prizes.
 */
export async function loadContests(client: Client, world: WorldSql): Promise<void> {
  const over = LISTED + Math.ceil(world.users / 50);
  await client.query(
    `INSERT INTO contests (id, kind, title, entry_fee, prize, minimum_users, status, status_at, starts_at, end_date, pot_id, seq,
       winner_id, won_available, won_bonus, settled_at, told_at, created_at, subsidy)
     OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_ID} + c, (${KINDS})[1 + c % 3], 'Contest ' || lpad(c::text, 7, '0'), 0, ${PRIZE}, 4, CASE WHEN is_open THEN 'active' ELSE 'ended' END,
       at, at - interval '1 hour', CASE WHEN is_open THEN now() + interval '1 day' + c * interval '1 second' ELSE at END, gen_random_uuid(), ${world.users},
       CASE WHEN NOT is_open THEN ${userId} END, CASE WHEN NOT is_open THEN ${PRIZE} END, CASE WHEN NOT is_open THEN 0 END,
       CASE WHEN NOT is_open THEN at END, CASE WHEN NOT is_open THEN at END, at,
       CASE WHEN is_open THEN 0 ELSE ${PRIZE} END
     FROM (SELECT c, c < ${OPEN} AS is_open, c % ${world.users} AS u, now() - (1 + c) * interval '1 minute' AS at
       FROM generate_series(0, ${OPEN + over - 1}) AS c) AS numbered`,
  );
  await client.query(
    `SELECT setval(pg_get_serial_sequence('contests', 'id'), (SELECT max(id) FROM contests))`,
  );
  await client.query(
    `INSERT INTO funds (id, kind, realm, subject_kind, subject_id) SELECT pot_id, 'pot', 0, 'contest', id::text FROM contests`,
  );
  const played = `${eachUser(world)}, unnest(ARRAY[${Object.values(openContests).join(', ')}]) AS contest WHERE u > 0`;
  await client.query(
    `INSERT INTO contest_player_counts (contest_id, players)
     SELECT id, CASE WHEN id = ANY(ARRAY[${Object.values(openContests).join(', ')}]) THEN ${world.users - 1} ELSE 0 END FROM contests`,
  );
  await client.query(
    `INSERT INTO contest_entries (contest_id, user_id, paid_available, paid_bonus) SELECT contest, ${userId}, 0, 0 FROM ${played}`,
  );
  // A tap score has no rows of its own; a card score is ten points a draw, a math score one point an answer.
  const plays = '1 + u % 5';
  await client.query(
    `INSERT INTO contest_scores (contest_id, user_id, score, reached_seq)
     SELECT contest, ${userId}, CASE contest WHEN ${openContests.card} THEN 10 * (${plays}) WHEN ${openContests.math} THEN ${plays} ELSE 10 + u % 100 * 10 END, u
     FROM ${played}
     UNION ALL SELECT id, winner_id, ${WINNING_SCORE}, 1 FROM contests WHERE status = 'ended'`,
  );
  await client.query(
    `INSERT INTO card_draws (contest_id, user_id, nonce, position, card_order, value, at)
     SELECT ${openContests.card}, ${userId}, nonce, 0, 0, 10, now() FROM ${eachUser(world)}, generate_series(1, ${plays}) AS nonce WHERE u > 0
     UNION ALL SELECT id, winner_id, 1, 0, 0, 10, settled_at FROM contests WHERE status = 'ended' AND kind = 'card'`,
  );
  await client.query(
    `INSERT INTO math_answers (contest_id, user_id, no, question_id, number1, number2, picked, is_correct, sent_at, at)
     SELECT ${openContests.math}, ${userId}, no, gen_random_uuid(), 4, 5, 9, true, now(), now()
     FROM ${eachUser(world)}, generate_series(1, ${plays}) AS no WHERE u > 0
     UNION ALL SELECT id, winner_id, 1, gen_random_uuid(), 4, 5, 9, true, settled_at, settled_at
     FROM contests WHERE status = 'ended' AND kind = 'math'`,
  );
  await client.query(
    `UPDATE contests SET points = (SELECT coalesce(sum(score), 0) FROM contest_scores WHERE contest_id = id),
       seq = CASE status WHEN 'ended' THEN 1 ELSE seq END,
       top = CASE status WHEN 'ended' THEN json_build_array(json_build_object('userId', winner_id, 'username', 'player', 'profile', NULL,
         'score', ${WINNING_SCORE}, 'seq', 1)) ELSE top END`,
  );
}

/** Pays the prizes of past contests by the ledger's own statements, with the triggers of the tables enabled. */
export async function payPrizes(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl });
  try {
    const { rows } = await db.pool.query<{ id: number; potId: string; winnerId: string }>(
      `SELECT id, pot_id AS "potId", winner_id AS "winnerId" FROM contests WHERE status = 'ended' ORDER BY id`,
    );
    await inTransaction(db, async (tx) => {
      const { id } = await ensureFund(tx, uuidv7(), rewardsOf(0));
      await lockFunds(tx, [id, ...rows.map(({ potId }) => potId)]);
      const rewards = { kind: 'rewards' as const, id };
      const transfers: NewTransfer[] = [
        issueRewards({ id: uuidv7(), realm: 0, key: 'growth', fundId: id, amount: PRIZE * rows.length }),
      ];
      for (const contest of rows) {
        const subject = { kind: 'contest' as const, id: String(contest.id) };
        const key = `contest:${contest.id}`;
        const pot = { kind: 'pot' as const, id: contest.potId };
        transfers.push(
          move(rewards, pot, PRIZE, { subject, kind: 'subsidy', key: `${key}:start` }),
          move(pot, available({ id: contest.winnerId }), PRIZE, { subject, kind: 'prize', key }),
        );
      }
      for (let from = 0; from < transfers.length; from += TRANSFERS_OF_STATEMENT)
        await postTransfers(tx, transfers.slice(from, from + TRANSFERS_OF_STATEMENT));
    });
  } finally {
    await db.close();
  }
}
