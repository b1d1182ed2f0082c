import { LedgerTransfersQuery, UserIdParams } from '@copup/shared/ledger.ts';
import { TimelineQuery } from '@copup/shared/timeline.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { exportTimeline, exportTransfers } from './export-ledger.ts';
import { toTransferFilter } from './transfer-filter.ts';

const tags = ['operators: ledger'];
const config = { access: 'operator', limit: 'statement', needsRecentSignIn: true } as const;
const csv = { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } };

/** CSV files of the ledger (O1): read and sent in chunks; each download is audited. */
export const ledgerCsvRoutes =
  ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>): FastifyPluginAsyncZod =>
  async (app) => {
    const reader = { db, describeSubjects: all.describeSubjects.bind(all) };

    app.get(
      '/admin/ledger/transfers/csv',
      {
        config,
        schema: {
          tags,
          summary: 'Transfers as CSV, a line for each posting, newest first; audited',
          querystring: LedgerTransfersQuery.omit({ limit: true, before: true }),
          response: csv,
        },
      },
      ({ viewer, query }, reply) =>
        sendCsv(reply, 'copup-ledger.csv', exportTransfers(reader, viewer.userId, toTransferFilter(query))),
    );

    app.get(
      '/admin/ledger/wallets/:userId/csv',
      {
        config,
        schema: {
          tags,
          summary: 'The timeline of a user as CSV, newest first; audited',
          params: UserIdParams,
          querystring: TimelineQuery.pick({ filter: true }),
          response: csv,
        },
      },
      ({ viewer, params, query }, reply) =>
        sendCsv(
          reply,
          'copup-timeline.csv',
          exportTimeline(reader, viewer.userId, { userId: params.userId, filter: query.filter }),
        ),
    );
  };
