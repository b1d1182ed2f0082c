import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditBets } from './audit-bets.ts';
import { betDeletion } from './bet-deletion.ts';
import { searchBets } from './bets.admin.queries.ts';
import { betsAdminRoutes } from './bets.admin.routes.ts';
import { betJobs } from './bets.jobs.ts';
import { betsRoomKind } from './bets.room.ts';
import { betsRoutes } from './bets.routes.ts';
import { cancelApproved } from './cancel-bet.ts';
import { cancelBetsOf } from './cancel-realm.ts';
import { betsDemo } from './demo.ts';
import { resultsApproved } from './enter-result.ts';
import { resultRoutes } from './fixtures.admin.routes.ts';
import { fixtureRecord, readResultQueue } from './fixtures.record.ts';
import { teamRecord } from './teams.record.ts';

const title = (table: string) =>
  `CASE WHEN ${table}.title_hidden_at IS NULL THEN ${table}.title ELSE 'Title hidden' END`;
const nameOf = (team: string) => `(SELECT t.name FROM teams t WHERE t.id = fixtures.${team})`;

/** By kind of subject: the table, and the name in SQL. */
const described = {
  bet: { table: 'bets', nameColumn: title('bets'), kindColumn: 'status' },
  bet_reversal: {
    table: 'bet_reversals',
    nameColumn: `(SELECT ${title('b')} FROM bets b WHERE b.id = bet_id)`,
    kindColumn: `'reversal'`,
  },
  fixture: {
    table: 'fixtures',
    nameColumn: `${nameOf('team_a_id')} || ' v ' || ${nameOf('team_b_id')}`,
    kindColumn: `'fixture'`,
  },
  team: { table: 'teams', nameColumn: 'name', kindColumn: `'team'` },
};

export const bets: Feature = {
  name: 'bets',
  auditReferences: [auditBets],
  demo: betsDemo,
  build: (deps) => ({
    routes: [
      betsRoutes(deps),
      recordRoutes(deps, teamRecord),
      recordRoutes(deps, fixtureRecord(deps)),
      resultRoutes(deps, fixtureRecord(deps)),
      betsAdminRoutes(deps),
    ],
    roomKinds: [betsRoomKind(deps)],
    jobs: betJobs(deps),
    approvedActions: { ...cancelApproved(deps), ...resultsApproved(deps) },
    describeSubjects: {
      bet: describeNames(deps, described.bet, () => paths.ownBets),
      bet_reversal: describeNames(deps, described.bet_reversal, () => paths.ownBets),
      fixture: describeNames(deps, described.fixture, () => null),
      team: describeNames(deps, described.team, () => null),
    },
    searches: { bet: searchBets(deps) },
    queues: { fixtures: readResultQueue(deps.db) },
    deletion: betDeletion,
    cancelRealm: cancelBetsOf(deps),
  }),
};
