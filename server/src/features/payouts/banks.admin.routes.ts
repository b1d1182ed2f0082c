import { AdminBank, AdminBanksQuery, EditBankBody, NewBankBody } from '@copup/shared/payouts.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { type BankRow, findBankById, listAdminBanks } from './banks.queries.ts';
import { bankNotFound } from './payouts.errors.ts';
import { createBank, editBank } from './write-bank.ts';

const tags = ['operators: banks'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/banks: the banks that payouts go to (O3). */
export const banksAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/banks',
      {
        config,
        schema: {
          tags,
          summary: 'All banks; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminBanksQuery.shape),
          response: { 200: z.array(AdminBank) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminBanks(deps.db, query);
        reply.header('content-range', contentRange('banks', query, rows.length, total));
        return rows.map(toAdminBank);
      },
    );

    app.get(
      '/admin/banks/:id',
      {
        config: { ...config, errors: ['BANK_NOT_FOUND'] },
        schema: { tags, summary: 'One bank', params: IdParams, response: { 200: AdminBank } },
      },
      async ({ params }) => {
        const bank = await findBankById(deps.db, params.id);
        if (!bank) throw bankNotFound();
        return toAdminBank(bank);
      },
    );

    app.post(
      '/admin/banks',
      {
        config,
        schema: { tags, summary: 'Adds a bank', body: NewBankBody, response: { 200: AdminBank } },
      },
      async ({ viewer, body }) => toAdminBank(await createBank(deps, viewer.userId, body)),
    );

    app.put(
      '/admin/banks/:id',
      {
        config: { ...config, errors: ['BANK_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Changes a bank; a closed one refuses new payouts',
          params: IdParams,
          body: EditBankBody,
          response: { 200: AdminBank },
        },
      },
      async ({ viewer, params, body }) => toAdminBank(await editBank(deps, viewer.userId, params.id, body)),
    );
  };

const toAdminBank = ({ id, code, name, isOpen, note, updatedAt }: BankRow): AdminBank => ({
  id,
  code,
  name,
  is_open: isOpen,
  note,
  updated_at: updatedAt.toISOString(),
});
