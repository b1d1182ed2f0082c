import {
  LedgerAudit,
  LedgerEntriesReply,
  LedgerTransfer,
  LedgerTransfersQuery,
  LedgerTransfersReply,
  LedgerWallet,
  Liabilities,
  LiabilitiesQuery,
  UserIdParams,
} from '@copup/shared/ledger.ts';
import { TimelineQuery } from '@copup/shared/timeline.ts';
import { UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { readLastAudit } from '../../ledger/audit-reports.ts';
import { readFlows } from '../../ledger/flows.ts';
import { toLiabilities } from '../../ledger/liabilities.ts';
import { listTransferIds } from '../../ledger/list-transfers.ts';
import { readTimeline } from '../../timeline/read-timeline.ts';
import { readLedgerWallet, readTransfers } from './ledger.queries.ts';
import { toTransferFilter } from './transfer-filter.ts';

const tags = ['operators: ledger'];
const config = { access: 'operator', limit: 'admin' } as const;
const ofUser = { ...config, errors: ['USER_NOT_FOUND'] } as const;
const paged = 'Pass `next` as `before` for the next page. A page may be short before the end.';

/** /api/admin/ledger (O1, O3): read-only. */
export const ledgerRoutes =
  ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>): FastifyPluginAsyncZod =>
  async (app) => {
    const reader = { db, describeSubjects: all.describeSubjects.bind(all) };

    app.get(
      '/admin/ledger/transfers',
      {
        config,
        schema: {
          tags,
          summary: 'Transfers with their postings, newest first',
          description: paged,
          querystring: LedgerTransfersQuery,
          response: { 200: LedgerTransfersReply },
        },
      },
      async ({ query }) => {
        const filter = toTransferFilter(query);
        const { ids, next } = await listTransferIds(db, { filter, before: query.before, limit: query.limit });
        return { items: await readTransfers(reader, ids), next };
      },
    );

    app.get(
      '/admin/ledger/transfers/:id',
      {
        config: { ...config, errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary: 'One transfer with its postings',
          params: UuidParams,
          response: { 200: LedgerTransfer },
        },
      },
      async ({ params }) => {
        const [transfer] = await readTransfers(reader, [params.id]);
        if (!transfer) throw new Refusal('NOT_FOUND', 'Transfer not found');
        return transfer;
      },
    );

    app.get(
      '/admin/ledger/wallets/:userId',
      {
        config: { ...ofUser },
        schema: {
          tags,
          summary: 'Balances, open holds and debts of a user',
          params: UserIdParams,
          response: { 200: LedgerWallet },
        },
      },
      async ({ params }) => {
        const wallet = await readLedgerWallet(reader, params.userId);
        if (!wallet) throw new Refusal('USER_NOT_FOUND', 'User not found');
        return wallet;
      },
    );

    app.get(
      '/admin/ledger/wallets/:userId/entries',
      {
        config,
        schema: {
          tags,
          summary: 'The timeline of a user, with the transfers',
          description: paged,
          params: UserIdParams,
          querystring: TimelineQuery,
          response: { 200: LedgerEntriesReply },
        },
      },
      async ({ params, query }) => {
        const { entries, next } = await readTimeline(reader, params.userId, query);
        return { items: entries, next };
      },
    );

    app.get(
      '/admin/ledger/liabilities',
      {
        config,
        schema: {
          tags,
          summary: 'What the platform owes in coins, against what was paid in and out',
          querystring: LiabilitiesQuery,
          response: { 200: Liabilities },
        },
      },
      async ({ query }) => {
        const { asOf, flows } = await readFlows(db, query.realm);
        return toLiabilities(query.realm, asOf, flows);
      },
    );

    app.get(
      '/admin/ledger/audit',
      {
        config,
        schema: { tags, summary: 'The result of the last audit', response: { 200: LedgerAudit } },
      },
      async () => {
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
    );
  };
