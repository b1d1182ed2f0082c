import { createUsers } from '../../accounts/create-users.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { DEMO_COINS, demoBetPassword, demoOperator } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { DemoContent } from '../../feature.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { createBet } from './create-bet.ts';
import { demoBets, demoBettors, demoMatches, demoTeams } from './demo-catalogue.ts';
import { endBets } from './end-bets.ts';
import { enterResult } from './enter-result.ts';
import { joinBet } from './join-bet.ts';
import { createFixture } from './write-fixture.ts';
import { createTeam } from './write-team.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_040;
/** A bet of the demo is about a match that does not start soon. */
const SOON = `interval '2 hours'`;

type Pool = Pick<Transaction['client'], 'query'>;

/** Twelve clubs, two matches on each of the next days, and bets of two players: settled, active and pending (X11). */
export const betsDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query('SELECT FROM teams LIMIT 1')).rowCount !== 0,
  async renew(deps) {
    if ((await missing(deps, deps.db.pool)) === undefined) return;
    // The steps commit on their own; one server takes them, and the others do not wait for it.
    await inTransaction(deps.db, async (tx) => {
      const { rows } = await tx.client.query<{ isMine: boolean }>({
        name: 'demo-bets-lock',
        text: 'SELECT pg_try_advisory_xact_lock($1) AS "isMine"',
        values: [LOCK],
      });
      if (!rows[0]?.isMine) return;
      // PostgreSQL ends a transaction that is idle for 2 s.
      const stay = async () => void (await tx.client.query('SELECT 1'));
      // A step may cause an earlier one: the match of yesterday is missing in the next days.
      for (let nth = 0; nth < 2 * order.length; nth += 1) {
        const step = await missing(deps, tx.client);
        if (step === undefined) return;
        await steps[step](deps, stay);
      }
    });
  },
};

const order = ['teams', 'bettors', 'matches', 'history', 'active', 'pending'] as const;
type Step = (typeof order)[number];
/** Keeps the transaction with the lock in use. */
type Stay = () => Promise<void>;

/** Returns the first part of the demo that is missing. */
async function missing({ clock }: Pick<Deps, 'clock'>, source: Pool): Promise<Step | undefined> {
  const betsOf = `FROM bets b JOIN users u ON u.id = b.creator_id WHERE u.username = ANY($2::citext[])`;
  const { rows } = await source.query<Record<Step, boolean>>({
    name: 'demo-bets-missing',
    text: `SELECT
        (SELECT count(*) FROM teams WHERE name = ANY($1::text[])) < cardinality($1::text[]) AS teams,
        (SELECT count(*) FROM users WHERE username = ANY($2::citext[])) < cardinality($2::text[]) AS bettors,
        (SELECT count(*) FROM fixtures WHERE realm = 0 AND kickoff = ANY($3::timestamptz[])) < cardinality($3::timestamptz[]) AS matches,
        NOT EXISTS (SELECT ${betsOf} AND b.status = 'settled') AS history,
        NOT EXISTS (SELECT ${betsOf} AND b.status = 'active') AS active,
        (SELECT count(*) ${betsOf} AND b.status = 'pending') < ${demoBets.length - 1} AS pending`,
    values: [
      demoTeams.map(({ name }) => name),
      demoBettors.map(({ username }) => username),
      demoMatches(new Date(clock.wallMs())).map(({ kickoff }) => kickoff),
    ],
  });
  const found = rows[0];
  return order.find((step) => found?.[step]);
}

const steps: Record<Step, (deps: Deps, stay: Stay) => Promise<void>> = {
  async teams(deps, stay) {
    const operatorId = await findOperator(deps);
    for (const team of demoTeams) {
      await stay();
      const [id] = await find(deps, 'SELECT id::text FROM teams WHERE lower(name) = lower($1)', team.name);
      if (id === undefined) await createTeam(deps, operatorId, { is_active: true, ...team });
    }
  },

  async bettors(deps) {
    await inTransaction(deps.db, async (tx) => {
      const users = await createUsers(tx, deps, demoBettors);
      await postTransfers(
        tx,
        users.map(({ id }) => ({
          id: deps.newId(),
          kind: 'adjust' as const,
          realm: 0,
          subject: { kind: 'user', id },
          key: `demo:${id}`,
          postings: [{ from: { kind: 'issuance' }, to: { kind: 'available', id }, amount: DEMO_COINS }],
        })),
      );
    });
  },

  async matches(deps, stay) {
    const text = 'SELECT id::text FROM fixtures WHERE realm = 0 AND kickoff = $1';
    for (const { kickoff, home, away } of demoMatches(new Date(deps.clock.wallMs()))) {
      await stay();
      if ((await find(deps, text, kickoff)).length > 0) continue;
      const [team_a, team_b] = [await findTeam(deps, home), await findTeam(deps, away)];
      await createFixture(deps, null, { team_a, team_b, kickoff: kickoff.toISOString(), realm: 0 });
    }
  },

  // A match of yesterday: created as a match of tomorrow and moved once both players have staked.
  async history(deps, stay) {
    const { fixtureId } = await activeBet(deps, { nth: 1, title: 'First to score', stake: 100 });
    await stay();
    await deps.db.pool.query(
      `UPDATE fixtures SET kickoff = date_trunc('hour', clock_timestamp()) - interval '1 day' WHERE id = $1`,
      [fixtureId],
    );
    await enterResult(deps, {
      fixtureId,
      operatorId: await findOperator(deps),
      body: { result: 'team_a', goals_a: 2, goals_b: 1 },
      key: undefined,
    });
    await stay();
    await endBets(deps, fixtureId);
  },

  async active(deps) {
    await activeBet(deps, { nth: 0, title: 'Derby day, winner takes it', stake: 80 });
  },

  async pending(deps, stay) {
    const [creators, matches] = [await findBettors(deps), await listMatches(deps)];
    for (const [nth, { title, stake }] of demoBets.entries()) {
      await stay();
      const match = matches[(nth + 1) % matches.length];
      const userId = creators[nth % creators.length];
      const text = `SELECT b.id::text FROM bets b WHERE b.status = 'pending' AND b.title = $1`;
      if (match && userId && (await find(deps, text, title)).length === 0)
        await bet(deps, { userId, match, title, stake });
    }
  },
};

async function find(
  { db }: Pick<Deps, 'db'>,
  text: string,
  ...values: readonly unknown[]
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(text, [...values]);
  return rows.map(({ id }) => id);
}

async function findOperator(deps: Deps): Promise<string> {
  const [id] = await find(deps, 'SELECT id FROM users WHERE email = $1', demoOperator.email);
  invariant(id, 'the demo has its operator');
  return id;
}

async function findTeam(deps: Deps, name: string): Promise<number> {
  const [id] = await find(deps, 'SELECT id::text FROM teams WHERE lower(name) = lower($1)', name);
  return Number(id);
}

function findBettors(deps: Deps): Promise<string[]> {
  const names = demoBettors.map(({ username }) => username);
  return find(deps, 'SELECT id FROM users WHERE username = ANY($1::citext[]) ORDER BY username', names);
}

interface Match {
  id: number;
  teamA: number;
  teamB: number;
}

/** The next matches, the earliest first. */
async function listMatches({ db }: Pick<Deps, 'db'>): Promise<Match[]> {
  const { rows } = await db.pool.query<Match>(
    `SELECT id, team_a_id AS "teamA", team_b_id AS "teamB" FROM fixtures
      WHERE realm = 0 AND result_no = 0 AND kickoff > statement_timestamp() + ${SOON} ORDER BY kickoff, id LIMIT 10`,
  );
  return rows;
}

/** Creates a bet by the same command as a player. Returns its number. */
async function bet(
  deps: Deps,
  { userId, match, title, stake }: { userId: string; match: Match; title: string; stake: number },
): Promise<number> {
  const body = { team_a: match.teamA, team_b: match.teamB, stake_points: stake, title };
  const command = { ...body, password: demoBetPassword };
  const created = await createBet(deps, { viewer: { userId, realm: 0 }, body: command, key: undefined });
  return created.bet.bet_id;
}

/** Creates a bet of the one player and joins it as the other. */
async function activeBet(
  deps: Deps,
  { nth, title, stake }: { nth: number; title: string; stake: number },
): Promise<{ fixtureId: number }> {
  const [creator, opponent] = await findBettors(deps);
  const match = (await listMatches(deps))[nth];
  invariant(creator && opponent && match, 'the demo has two bettors and a match');
  const betId = await bet(deps, { userId: creator, match, title, stake });
  const viewer = { userId: opponent, realm: 0 };
  await joinBet(deps, { betId, viewer, password: demoBetPassword, key: undefined });
  return { fixtureId: match.id };
}
