import { ApprovalPending } from '@copup/shared/admin.ts';
import { toNaira } from '@copup/shared/coins.ts';
import { AdminPayment, AdminPaymentsQuery, ApprovePaymentBody, RejectBody } from '@copup/shared/shop.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { approvePayment, rejectPayment } from './decide-payment.ts';
import { findQueuedPayment, listQueuedPayments, type QueuedPayment } from './payments.queries.ts';
import { paymentNotFound } from './shop.errors.ts';

const tags = ['operators: coin shop'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/payments (O3): the queue of bank transfers. */
export const paymentsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getPayment = async (id: number): Promise<AdminPayment> => {
      const row = await findQueuedPayment(deps.db, id);
      if (!row) throw paymentNotFound();
      return toAdminPayment(row);
    };

    app.get(
      '/admin/payments',
      {
        config,
        schema: {
          tags,
          summary: 'All bank transfers; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminPaymentsQuery.shape),
          response: { 200: z.array(AdminPayment) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listQueuedPayments(deps.db, query);
        reply.header('content-range', contentRange('payments', query, rows.length, total));
        return rows.map(toAdminPayment);
      },
    );

    app.get(
      '/admin/payments/:id',
      {
        config: { ...config, errors: ['PAYMENT_NOT_FOUND'] },
        schema: { tags, summary: 'One bank transfer', params: IdParams, response: { 200: AdminPayment } },
      },
      ({ params }) => getPayment(params.id),
    );

    app.post(
      '/admin/payments/:id/approve',
      {
        config: {
          ...config,
          errors: [
            'PAYMENT_NOT_FOUND',
            'WRONG_STATUS',
            'BANK_REFERENCE_USED',
            'OWN_WALLET',
            'ALREADY_REQUESTED',
          ],
        },
        schema: {
          tags,
          summary: 'Credits a bank transfer, once (W2); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: ApprovePaymentBody,
          response: { 200: AdminPayment, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const pending = await approvePayment(deps, {
          paymentId: params.id,
          operatorId: viewer.userId,
          key: headers['idempotency-key'],
          bankReference: body.bank_reference,
        });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getPayment(params.id));
      },
    );

    app.post(
      '/admin/payments/:id/reject',
      {
        config: { ...config, errors: ['PAYMENT_NOT_FOUND', 'WRONG_STATUS'] },
        schema: {
          tags,
          summary: 'Rejects a bank transfer with a reason that the buyer reads',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RejectBody,
          response: { 200: AdminPayment },
        },
      },
      async ({ viewer, params, headers, body }) => {
        await rejectPayment(deps, {
          paymentId: params.id,
          operatorId: viewer.userId,
          key: headers['idempotency-key'],
          reason: body.reason,
        });
        return getPayment(params.id);
      },
    );
  };

const toAdminPayment = (row: QueuedPayment): AdminPayment => ({
  id: row.id,
  user_id: row.userId,
  username: row.username,
  full_name: row.fullName,
  bid_points: row.bidPoints,
  price: toNaira(row.priceKobo),
  reference: row.reference,
  sender_account_name: row.senderAccountName,
  status: row.status,
  reason: row.reason,
  bank_reference: row.bankReference,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: row.decidedByName,
  approval_id: row.approvalId,
  history: {
    approved: row.approved,
    rejected: row.rejected,
    approved_points: row.approvedPoints,
    registered_at: row.registeredAt.toISOString(),
  },
});
