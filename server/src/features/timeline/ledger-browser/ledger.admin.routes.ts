import { ledgerCalls, ledgerCsvCalls } from '@copup/shared/calls/ledger-browser.ts';
import type { LedgerTransfersQuery } from '@copup/shared/ledger.ts';
import type { z } from 'zod';
import { sendCsv } from '../../../csv.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { AllFeatures } from '../../../feature.ts';
import { readLastAudit } from '../../../ledger/audit-reports.ts';
import { readFlows } from '../../../ledger/flows.ts';
import { toLiabilities } from '../../../ledger/liabilities.ts';
import { listTransferIds, type TransferFilter } from '../../../ledger/list-transfers.ts';
import { routes } from '../../../routes.ts';
import { readTimeline } from '../read-timeline.ts';
import { exportTimeline, exportTransfers } from './export-ledger.ts';
import { readLedgerWallet, readTransfers } from './ledger.queries.ts';

/** /api/admin/ledger (O1, O3): read-only. */
export const ledgerRoutes = ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>) => {
  const reader = { db, describeSubjects: all.describeSubjects.bind(all) };

  return routes(ledgerCalls, {
    'GET /admin/ledger/transfers': async ({ query }) => {
      const filter = toTransferFilter(query);
      const { ids, next } = await listTransferIds(db, { filter, before: query.before, limit: query.limit });
      return { items: await readTransfers(reader, ids), next };
    },

    'GET /admin/ledger/transfers/:id': async ({ params }) => {
      const [transfer] = await readTransfers(reader, [params.id]);
      if (!transfer) throw new Refusal('NOT_FOUND', 'Transfer not found');
      return transfer;
    },

    'GET /admin/ledger/wallets/:userId': async ({ params }) => {
      const wallet = await readLedgerWallet(reader, params.userId);
      if (!wallet) throw new Refusal('USER_NOT_FOUND', 'User not found');
      return wallet;
    },

    'GET /admin/ledger/wallets/:userId/entries': async ({ params, query }) => {
      const { entries, next } = await readTimeline(reader, params.userId, query);
      return { items: entries, next };
    },

    'GET /admin/ledger/liabilities': async ({ query }) => {
      const { asOf, flows } = await readFlows(db, query.realm);
      return toLiabilities(query.realm, asOf, flows);
    },

    'GET /admin/ledger/audit': async () => {
      const { report, correctAt, covered } = await readLastAudit(db);
      return {
        ended_at: report?.endedAt.toISOString() ?? null,
        ok: report?.ok ?? null,
        is_full: report?.isFull ?? null,
        seconds: report?.seconds ?? null,
        checked: report?.checked ?? {},
        errors: report?.errors ?? [],
        unreachable: report?.unreachable ?? 0,
        correct_at: correctAt?.toISOString() ?? null,
        covered_postings: covered,
        command: 'npm run audit:ledger -- --checkpoints',
      };
    },
  });
};

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

type Query = Omit<z.output<typeof LedgerTransfersQuery>, 'limit' | 'before'>;

/** Converts the query of the calls on transfers. */
function toTransferFilter(query: Query): TransferFilter {
  const { user_id, subject_kind, subject_id, kind, from, to } = query;
  const isOfOne = user_id !== undefined || subject_id !== undefined;
  const realm = query.realm ?? (isOfOne ? undefined : 0);
  return {
    ...(user_id !== undefined && { userId: user_id }),
    ...(subject_kind !== undefined && { subjectKind: subject_kind }),
    ...(subject_id !== undefined && { subjectId: subject_id }),
    ...(kind !== undefined && { kind }),
    ...(realm !== undefined && { realm }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}
