import { uploadsAdminCalls } from '@copup/shared/calls/tasks.ts';
import type { Deps } from '../../deps.ts';
import { acted, recordHandlers } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { sentPicture } from '../../uploads/picture-reply.ts';
import { decideUpload, decideUploads } from './decide-uploads.ts';
import { uploadNotFound } from './tasks.errors.ts';
import { findPicture } from './tasks.queries.ts';
import { findAdminUpload, listAdminUploads } from './uploads.admin.queries.ts';

/** /api/admin/task-uploads: the queue of uploads (O3, T1). Task coins may be decided in bulk. */
export function uploadsAdminRoutes(deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) {
  const { read, get } = recordHandlers('task-uploads', {
    list: (query: Parameters<typeof listAdminUploads>[1]) => listAdminUploads(deps.db, query),
    find: (id: number) => findAdminUpload(deps.db, id),
    notFound: uploadNotFound,
  });
  return routes(uploadsAdminCalls, {
    ...read,

    'POST /:id/approve': acted(({ id, operatorId, key }) => decideUpload(deps, { id, operatorId, key }), get),

    'POST /:id/reject': acted(({ body, ...command }) => decideUpload(deps, { ...command, ...body }), get),

    'GET /:id/screenshot': sentPicture((id) => findPicture(deps.db, id)),

    'POST /approve': ({ viewer, key, body }) =>
      decideUploads(deps, { ...body, operatorId: viewer.userId }, key),

    'POST /reject': ({ viewer, key, body }) =>
      decideUploads(deps, { ...body, operatorId: viewer.userId }, key),
  });
}
