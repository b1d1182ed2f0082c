import type { CorrectResultBody, ResultBody } from '@copup/shared/bets.ts';
import { resultsCalls } from '@copup/shared/calls/bets.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { acted } from '../../operators/record-handlers.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { getRecord } from '../../records/record-list.ts';
import { routes } from '../../routes.ts';
import { enterResult } from './enter-result.ts';

type Entered = z.output<typeof ResultBody | typeof CorrectResultBody>;

/** /api/admin/fixtures/{id}: the results of matches (O3, B4). */
export function resultRoutes(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings'>,
  record: RecordAdmin,
) {
  const enter = acted<Entered>(
    ({ id: fixtureId, ...command }) => enterResult(deps, { fixtureId, ...command }),
    (id) => getRecord(deps.db, record, id),
  );
  return routes(resultsCalls, {
    'POST /admin/fixtures/:id/result': enter,
    'POST /admin/fixtures/:id/correct': enter,
  });
}
