import type { Feature } from '../../feature.ts';
import { listExportRoutes } from './list-export.admin.routes.ts';

/** Every list of the console as CSV. */
export const listExport: Feature = {
  name: 'list-export',
  build: (deps) => ({ routes: [listExportRoutes(deps)] }),
};
