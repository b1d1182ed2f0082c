import { Bank, Payout, PayoutBody, PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { CursorQuery, IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../networks.ts';
import { paged } from '../../paged.ts';
import { readRisks } from '../../payments/refuse-at-risk.ts';
import { listBanks } from './banks.queries.ts';
import { readPayoutTerms } from './payout-terms.ts';
import { listPayoutsOf } from './payouts.queries.ts';
import { toPayout } from './payouts.wire.ts';
import { requestPayout } from './request-payout.ts';

const tags = ['payouts'];
const read = { access: 'user', limit: 'read' } as const;

/** Payouts of the signed-in user; no other user's payouts can be addressed. */
export const payoutsRoutes =
  (deps: Pick<Deps, 'clock' | 'config' | 'db' | 'newId' | 'passwords' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/payout-terms',
      {
        config: read,
        schema: {
          tags,
          summary: 'How many coins can be paid out now, and why not more (W3)',
          response: { 200: PayoutTerms },
        },
      },
      ({ viewer }) => readPayoutTerms(deps, viewer.userId),
    );

    app.get(
      '/user/banks',
      {
        config: read,
        schema: {
          tags,
          summary: 'Banks by name; closed ones refuse new payouts and have a note; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(Bank) },
        },
      },
      async ({ query }, reply) =>
        paged(reply, await listBanks(deps.db, query)).map(({ code, name, isOpen, note }) => ({
          code,
          name,
          is_open: isOpen,
          note,
        })),
    );

    app.get(
      '/tap/payout-history',
      {
        config: read,
        schema: {
          tags,
          summary: 'Own payouts, newest first; the cursor of the next page is in X-Next-Cursor (X1)',
          querystring: CursorQuery,
          response: { 200: z.array(Payout) },
        },
      },
      async ({ viewer, query }, reply) => {
        const page = await listPayoutsOf(deps.db, viewer.userId, query);
        const risks = await readRisks(deps.db, [viewer.userId]);
        return paged(reply, page).map((row) => toPayout(row, risks));
      },
    );

    app.post(
      '/tradeConfirm/payout',
      {
        config: {
          access: 'player',
          limit: 'payout',
          errors: [
            'PIN_NEEDED',
            'PIN_NOT_SET',
            'WRONG_PIN',
            'PIN_LOCKED',
            'WAITING_PERIOD',
            'OWES_COINS',
            'PAYOUT_OPEN',
            'PAYOUT_LIMIT',
            'BANK_NOT_FOUND',
            'BANK_CLOSED',
            'NOT_ENOUGH_COINS',
          ],
        },
        schema: {
          tags,
          summary: 'Requests a payout; its coins are held until it is decided (W3, W14)',
          headers: IdempotencyHeaders,
          body: PayoutBody,
          response: { 200: PayoutReply },
        },
      },
      ({ viewer, body, headers, ip }) =>
        requestPayout(deps, { viewer, body, network: networkOf(ip), key: headers['idempotency-key'] }),
    );
  };
