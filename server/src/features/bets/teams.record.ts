import { teamsCalls } from '@copup/shared/calls/bets.ts';
import { Refusal } from '../../errors.ts';
import { searchPattern } from '../../operators/operator-list.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { teamNotFound } from './bets.errors.ts';
import { teams } from './bets.tables.ts';

/**
 * /api/admin/teams: the teams of fixtures. Fixtures and bets show the new name and crest of an edit. A team that is not
 * active is not offered; its fixtures and bets remain.
 */
export const teamRecord: RecordAdmin = {
  name: 'team',
  table: teams,
  calls: teamsCalls,
  notFound: teamNotFound,
  more: `(SELECT count(*)::int FROM fixtures f WHERE f.team_a_id = t.id)
    + (SELECT count(*)::int FROM fixtures f WHERE f.team_b_id = t.id) AS fixtures`,
  orders: { name: ['t.name', 't.id'] },
  search: (text) => ({ sql: 't.name ILIKE ?', values: [searchPattern(text)] }),
  unique: {
    teams_name: (cause) =>
      new Refusal('VALIDATION_FAILED', 'There is a team with this name.', {
        issues: [{ path: 'name', message: 'Choose another name.' }],
        cause,
      }),
  },
};
