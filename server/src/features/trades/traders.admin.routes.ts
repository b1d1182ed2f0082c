import { stockCalls } from '@copup/shared/calls/trades.ts';
import type { Deps } from '../../deps.ts';
import { acted } from '../../operators/record-handlers.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { getRecord } from '../../records/record-list.ts';
import { routes } from '../../routes.ts';
import { changeStock } from './trader-stock.ts';

/** /api/admin/traders/{id}/stock: the coins that a trader sells (O3, W16). */
export const stockRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'settings'>, record: RecordAdmin) =>
  routes(stockCalls, {
    'POST /admin/traders/:id/stock': acted(
      ({ id: traderId, ...command }) => changeStock(deps, { traderId, ...command }),
      (id) => getRecord(deps.db, record, id),
    ),
  });
