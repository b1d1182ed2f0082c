import type { AdminHeistsQuery } from '@copup/shared/heists.ts';
import type { z } from 'zod';
import { equal } from '../../operators/operator-list.ts';
import type { SubjectList } from '../../subjects/subject-list.ts';
import { heistColumns } from './heists.queries.ts';

/** The operators' list of heists. Answers are numbered from 1, so the last number is their count. */
export const heistList: SubjectList<z.output<typeof AdminHeistsQuery>> = {
  columns: `${heistColumns}, f.balance AS pot,
    coalesce((SELECT max(a.seq) FROM heist_answers a WHERE a.heist_id = s.id), 0) AS "answersCount"`,
  joined: 'JOIN funds f ON f.id = s.pot_id',
  orders: { category: ['s.category', 's.id'] },
  storedStatuses: { cancelled: ['cancelled', 'cancelling'] },
  where: ({ category }) => equal('s.category', category),
};
