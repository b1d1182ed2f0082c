import { demoBetPassword } from '../../demo-accounts.ts';
import { demoInSteps, demoUsersStep, findDemoPeople, giveDemoCoins } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { createRecord } from '../../records/write-record.ts';
import { createBet } from './create-bet.ts';
import { demoBets, demoBettors, demoMatches, demoTeams } from './demo-catalogue.ts';
import { endBets } from './end-bets.ts';
import { enterResult } from './enter-result.ts';
import { fixtureRecord } from './fixtures.record.ts';
import { joinBet } from './join-bet.ts';
import { teamRecord } from './teams.record.ts';

/** A bet of the demo is about a match that does not start soon. */
const SOON = `interval '2 hours'`;

const matchesOf = ({ clock }: Pick<Deps, 'clock'>) => demoMatches(new Date(clock.wallMs()));
const bettors = demoBettors.map(({ username }) => username);
const values = (deps: Pick<Deps, 'clock'>) => [
  demoTeams.map(({ name }) => name),
  bettors,
  matchesOf(deps).map(({ kickoff }) => kickoff),
];
const betsOf = (status: string) =>
  `FROM bets b JOIN users u ON u.id = b.creator_id WHERE u.username = ANY($2::citext[]) AND b.status = '${status}'`;

/** Twelve clubs, two matches on each of the next days, and bets of two players: settled, active and pending (X11). */
export const betsDemo = demoInSteps('teams', values, {
  teams: {
    isMissing: '(SELECT count(*) FROM teams WHERE name = ANY($1::text[])) < cardinality($1::text[])',
    async create(deps) {
      const operatorId = await findOperator(deps);
      for (const team of demoTeams) {
        const [id] = await find(deps, 'SELECT id::text FROM teams WHERE lower(name) = lower($1)', team.name);
        if (id === undefined) await createRecord(deps, teamRecord, operatorId, team);
      }
    },
  },
  bettors: demoUsersStep(2, demoBettors, giveDemoCoins),
  matches: {
    isMissing: `(SELECT count(*) FROM fixtures WHERE realm = 0 AND kickoff = ANY($3::timestamptz[])) < cardinality($3::timestamptz[])`,
    async create(deps) {
      const text = 'SELECT id::text FROM fixtures WHERE realm = 0 AND kickoff = $1';
      for (const { kickoff, home, away } of matchesOf(deps)) {
        if ((await find(deps, text, kickoff)).length > 0) continue;
        const [team_a, team_b] = [await findTeam(deps, home), await findTeam(deps, away)];
        const body = { team_a, team_b, kickoff: kickoff.toISOString(), realm: 0 };
        await createRecord(deps, fixtureRecord(deps), null, body);
      }
    },
  },
  // A match of yesterday: created as a match of tomorrow and moved once both players have staked.
  history: {
    isMissing: `NOT EXISTS (SELECT ${betsOf('settled')})`,
    async create(deps) {
      const { fixtureId } = await activeBet(deps, { nth: 1, title: 'First to score', stake: 100 });
      await deps.db.pool.query(
        `UPDATE fixtures SET kickoff = date_trunc('hour', clock_timestamp()) - interval '1 day' WHERE id = $1`,
        [fixtureId],
      );
      const body = { result: 'team_a', goals_a: 2, goals_b: 1 } as const;
      await enterResult(deps, { fixtureId, operatorId: await findOperator(deps), body, key: undefined });
      await endBets(deps, fixtureId);
    },
  },
  active: {
    isMissing: `NOT EXISTS (SELECT ${betsOf('active')})`,
    create: (deps) => activeBet(deps, { nth: 0, title: 'Derby day, winner takes it', stake: 80 }),
  },
  pending: {
    isMissing: `(SELECT count(*) ${betsOf('pending')}) < ${demoBets.length - 1}`,
    async create(deps) {
      const [creators, matches] = [await findBettors(deps), await listMatches(deps)];
      for (const [nth, { title, stake }] of demoBets.entries()) {
        const match = matches[(nth + 1) % matches.length];
        const userId = creators[nth % creators.length];
        const text = `SELECT b.id::text FROM bets b WHERE b.status = 'pending' AND b.title = $1`;
        if (match && userId && (await find(deps, text, title)).length === 0)
          await bet(deps, { userId, match, title, stake });
      }
    },
  },
});

async function find(
  { db }: Pick<Deps, 'db'>,
  text: string,
  ...values: readonly unknown[]
): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(text, [...values]);
  return rows.map(({ id }) => id);
}

async function findOperator(deps: Deps): Promise<string> {
  const { operator } = await findDemoPeople(deps);
  invariant(operator, 'the demo has its operator');
  return operator.id;
}

async function findTeam(deps: Deps, name: string): Promise<number> {
  const [id] = await find(deps, 'SELECT id::text FROM teams WHERE lower(name) = lower($1)', name);
  return Number(id);
}

const findBettors = (deps: Deps) =>
  find(deps, 'SELECT id FROM users WHERE username = ANY($1::citext[]) ORDER BY username', bettors);

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
