import { ledgerCsvCalls } from '@copup/shared/calls/ledger-browser.ts';
import { sendCsv } from '../../../csv.ts';
import type { Deps } from '../../../deps.ts';
import type { AllFeatures } from '../../../feature.ts';
import { routes } from '../../../routes.ts';
import { exportTimeline, exportTransfers } from './export-ledger.ts';
import { toTransferFilter } from './transfer-filter.ts';

/** CSV files of the ledger (O1): read and sent in chunks; each download is audited. */
export const ledgerCsvRoutes = ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>) => {
  const reader = { db, describeSubjects: all.describeSubjects.bind(all) };

  return routes(ledgerCsvCalls, {
    'GET /admin/ledger/transfers/csv': ({ viewer, query }, reply) =>
      sendCsv(reply, 'copup-ledger.csv', exportTransfers(reader, viewer.userId, toTransferFilter(query))),

    'GET /admin/ledger/wallets/:userId/csv': ({ viewer, params, query }, reply) =>
      sendCsv(
        reply,
        'copup-timeline.csv',
        exportTimeline(reader, viewer.userId, { userId: params.userId, filter: query.filter }),
      ),
  });
};
