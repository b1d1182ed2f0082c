import type { recordCalls } from '@copup/shared/calls/records.ts';
import { recordKind } from '@copup/shared/records.ts';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { acted, recordHandlers } from '../operators/record-handlers.ts';
import { routes } from '../routes.ts';
import { readPicture } from '../uploads/read-form.ts';
import type { RecordAdmin } from './record-admin.ts';
import { getRecord, listRecords } from './record-list.ts';
import { createRecord, editRecord, replaceRecordPicture } from './write-record.ts';

/** The calls of a kind with a picture. */
type AllCalls = ReturnType<typeof recordCalls<'package', z.ZodObject>>;

/** Serves /api/admin/{plural} of a kind of records. */
export function recordRoutes(deps: Pick<Deps, 'db' | 'uploads'>, admin: RecordAdmin) {
  const { read, get } = recordHandlers(recordKind(admin.name).plural, {
    list: (query) => listRecords(deps.db, admin, query),
    find: (id: number) => getRecord(deps.db, admin, id),
    notFound: admin.notFound,
  });
  return routes(admin.calls as AllCalls, {
    ...read,

    'POST /': async ({ viewer, body }) => get(await createRecord(deps, admin, viewer.userId, body), viewer),

    'PUT /:id': acted(({ body, ...target }) => editRecord(deps, admin, target, body), get),

    'POST /:id/image': async (request) => {
      const { viewer, params } = request;
      await get(params.id, viewer);
      const picture = await readPicture(request);
      await replaceRecordPicture(deps, admin, { id: params.id, operatorId: viewer.userId }, picture);
      return get(params.id, viewer);
    },
  });
}
