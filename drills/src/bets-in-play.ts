import type { AdminFixtureDetail, AdminTeam } from '@copup/shared/bets.ts';
import { createBet, joinBet } from '@copup/testkit/bet-player.ts';
import { until } from '@copup/testkit/until.ts';
import type { PlayWorld } from './scene.ts';

const STAKE = 20;
/** Both stakes less the fee of 5 %. */
const PRIZE = 38;
const patienceMs = 90_000;

export interface BetsInPlay {
  fixtureId: number;
  /** The bets, in the order of their numbers. */
  ids: readonly number[];
  /** Resolves when a result with this number was applied to all bets. */
  settled(resultNo: number): Promise<void>;
  /** Adds a violation unless every bet paid its winner once, and nothing else, as of this result. */
  checkPaid(winner: 'creator' | 'opponent', paidNo: number): Promise<void>;
}

/**
 * The spare players stake on this many bets about one match, each as creator and as opponent in turn. Then the match
 * begins.
 */
export async function stakeBets(world: PlayWorld, count: number): Promise<BetsInPlay> {
  const { admin, db, realm, spares, announce, addViolation } = world;
  const crest = 'pale-0b7a4b-f5f4ef';
  const team = (name: string) =>
    admin.call<AdminTeam>('POST', '/admin/teams', { name: `${name} of drill ${realm}`, crest });
  const [one, other] = [await team('Home'), await team('Away')];
  const teams = { teamA: one.id, teamB: other.id };
  const { id: fixtureId } = await admin.call<AdminFixtureDetail>('POST', '/admin/fixtures', {
    team_a: one.id,
    team_b: other.id,
    kickoff: new Date(Date.now() + 3_600_000).toISOString(),
    realm,
  });
  announce(`${count} bets are created and joined`);
  const created = await Promise.all(
    spares.map(async (creator, nth) => {
      const ids: number[] = [];
      for (let at = nth; at < count; at += spares.length) ids.push(await createBet(creator, teams, STAKE));
      return ids;
    }),
  );
  await Promise.all(
    spares.map(async (opponent, nth) => {
      for (const id of created[(nth + 1) % spares.length] ?? []) await joinBet(opponent, id);
    }),
  );
  await db.pool.query(
    `UPDATE fixtures SET kickoff = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`,
    [fixtureId],
  );
  const ids = created.flat().sort((a, b) => a - b);
  if (ids.length !== count) addViolation(`${ids.length} of ${count} bets were created`);

  const settled = (resultNo: number) =>
    until(async () => {
      const { rowCount } = await db.pool.query(
        'SELECT FROM fixtures WHERE id = $1 AND settled_no = $2 AND result_no = $2',
        [fixtureId, resultNo],
      );
      if (rowCount !== 1) throw new Error(`result ${resultNo} was not applied to all bets`);
    }, patienceMs);
  const checkPaid = async (winner: 'creator' | 'opponent', paidNo: number) => {
    const { rows } = await db.pool.query<{ id: number; paid: number; escrow: number; payments: number }>(
      `SELECT b.id, f.balance AS escrow,
          (SELECT count(*)::int FROM transfer_keys k WHERE k.kind = 'bet_settle' AND k.key = 'bet:' || b.id || ':' || $3) AS payments,
          (SELECT coalesce(sum(p.amount), 0)::bigint FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
            WHERE k.kind = 'bet_settle' AND k.key = 'bet:' || b.id || ':' || $3 AND p.destination = 'available'
              AND p.destination_id = CASE $2 WHEN 'creator' THEN b.creator_id ELSE b.opponent_id END) AS paid
        FROM bets b JOIN funds f ON f.id = b.escrow_id WHERE b.fixture_id = $1 ORDER BY b.id`,
      [fixtureId, winner, String(paidNo)],
    );
    for (const { id, paid, escrow, payments } of rows) {
      if (Number(paid) !== PRIZE || Number(escrow) !== 0 || payments !== 1)
        addViolation(`bet ${id} paid ${paid} in ${payments} transfers and keeps ${escrow}`);
    }
    if (rows.length !== count) addViolation(`${rows.length} of ${count} bets are left`);
  };
  return { fixtureId, ids, settled, checkPaid };
}
