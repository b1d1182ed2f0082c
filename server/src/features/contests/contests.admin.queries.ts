import type { AdminContestsQuery } from '@copup/shared/contests.ts';
import type { z } from 'zod';
import { equal } from '../../operators/operator-list.ts';
import type { SubjectList } from '../../subjects/subject-list.ts';
import { contestColumns } from './contests.queries.ts';

/** The operators' list of contests. */
export const contestList: SubjectList<z.output<typeof AdminContestsQuery>> = {
  columns: `${contestColumns}, n.players, f.balance AS pot`,
  joined: 'JOIN contest_player_counts n ON n.contest_id = s.id JOIN funds f ON f.id = s.pot_id',
  orders: { kind: ['s.kind', 's.id'] },
  storedStatuses: { void: ['void', 'cancelling'] },
  where: ({ kind, flagged }) => [
    ...equal('s.kind', kind),
    ...(flagged ? [{ sql: 's.is_flagged', values: [] }] : []),
  ],
};
