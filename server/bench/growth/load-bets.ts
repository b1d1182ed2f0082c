import { available, move } from '@copup/testkit/transfers.ts';
import type { Client } from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { type NewTransfer, postTransfers } from '../../src/ledger/post-transfers.ts';
import { idOf, type WorldSql } from './world-shape.ts';

/** Teams at every size: operators create them, and players see all of them. */
const TEAMS = 40;
/** Fixtures of the next 30 days, at every size. */
const UPCOMING = 120;
/** Bets of each kind at every size: enough to fill the lists. */
const LISTED = 120;
const STAKE = 2;
const BETS_OF_TRANSACTION = 100;
/** The first fixture: it has a result. */
export const FIRST_FIXTURE = 2_001;

/**
 * Loads settled and pending bets in proportion to the users, with the triggers of the tables disabled. Their coins
 * follow by `payBets`.
 */
export async function loadBets(client: Client, { users }: WorldSql): Promise<void> {
  const past = LISTED + Math.ceil(users / 50);
  const settled = LISTED + Math.ceil(users / 5);
  const pending = LISTED + Math.ceil(users / 10);
  await client.query(
    `INSERT INTO teams (name, crest) SELECT 'Team ' || lpad(t::text, 3, '0'), 'pale-0b7a4b-f5f4ef'
     FROM generate_series(0, ${TEAMS - 1}) AS t`,
  );
  const team = (nth: string) => `(SELECT id FROM teams ORDER BY id OFFSET (${nth}) % ${TEAMS} LIMIT 1)`;
  // The second offset is 1 to 39 more than the first, so that the teams differ however many fixtures there are.
  await client.query(
    `INSERT INTO fixtures (team_a_id, team_b_id, kickoff, result, result_no, settled_no, result_at, closed_at, bets)
     SELECT ${team('f')}, ${team(`f + 1 + (f / ${TEAMS}) % ${TEAMS - 1}`)}, at, CASE WHEN is_past THEN 'team_a' END, is_past::int, is_past::int,
       CASE WHEN is_past THEN at END, CASE WHEN is_past THEN at END, 10
     FROM (SELECT f, f < ${past} AS is_past, CASE WHEN f < ${past} THEN now() - (${past} - f) * interval '1 hour'
         ELSE now() + interval '1 day' + (f - ${past}) * interval '5 hours' END AS at
       FROM generate_series(0, ${past + UPCOMING - 1}) AS f) AS numbered`,
  );
  const user = (nth: string) => idOf('user', `(${nth}) % ${users}`);
  const fixture = `(${FIRST_FIXTURE} + CASE WHEN is_settled THEN b % ${past} ELSE ${past} + b % ${UPCOMING} END)`;
  await client.query(
    `INSERT INTO bets (realm, fixture_id, title, creator_id, opponent_id, team_a_id, team_b_id, stake_points, fee_percent,
       escrow_id, sealed_password, status, status_at, result, settled_no, paid_no, created_at, joined_at, ended_at)
     SELECT 0, f.id, 'Derby ' || lpad(b::text, 7, '0'), ${user('b')}, CASE WHEN is_settled THEN ${user('b + 1')} END,
       f.team_a_id, f.team_b_id, ${STAKE}, 5, gen_random_uuid(), sha256('growth'),
       CASE WHEN is_settled THEN 'settled' ELSE 'pending' END, at, CASE WHEN is_settled THEN 'team_a' END, is_settled::int,
       is_settled::int, at, CASE WHEN is_settled THEN at END, CASE WHEN is_settled THEN at END
     FROM (SELECT b, b < ${settled} AS is_settled, now() - (${settled + pending} - b) * interval '1 minute' AS at
       FROM generate_series(0, ${settled + pending - 1}) AS b) AS numbered JOIN fixtures f ON f.id = ${fixture}
     ORDER BY b`,
  );
  await client.query(
    `INSERT INTO funds (id, kind, realm, subject_kind, subject_id) SELECT escrow_id, 'escrow', 0, 'bet', id::text FROM bets`,
  );
}

interface LoadedBet {
  id: number;
  escrowId: string;
  creatorId: string;
  opponentId: string | null;
}

/** Stakes the coins of the loaded bets and pays the settled ones, with the triggers of the tables enabled. */
export async function payBets(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl });
  try {
    const { rows } = await db.pool.query<LoadedBet>(
      `SELECT id, escrow_id AS "escrowId", creator_id AS "creatorId", opponent_id AS "opponentId" FROM bets ORDER BY id`,
    );
    for (let from = 0; from < rows.length; from += BETS_OF_TRANSACTION) {
      const some = rows.slice(from, from + BETS_OF_TRANSACTION);
      await inTransaction(db, (tx) => postTransfers(tx, some.flatMap(transfersOf)));
    }
  } finally {
    await db.close();
  }
}

function transfersOf({ id, escrowId, creatorId, opponentId }: LoadedBet): NewTransfer[] {
  const escrow = { kind: 'escrow' as const, id: escrowId };
  const subject = { kind: 'bet', id: String(id) };
  const stake = (by: string, side: string) =>
    move(available({ id: by }), escrow, STAKE, { subject, kind: 'bet_stake', key: `bet:${id}:${side}` });
  if (opponentId === null) return [stake(creatorId, 'a')];
  const paid = { subject, kind: 'bet_settle', key: `bet:${id}:1` } as const;
  return [
    stake(creatorId, 'a'),
    stake(opponentId, 'b'),
    move(escrow, available({ id: creatorId }), 2 * STAKE, paid),
  ];
}
