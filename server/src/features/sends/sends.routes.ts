import {
  SendBody,
  SendReceipt,
  SendTerms,
  StatementQuery,
  Transaction,
  TransactionsQuery,
  WalletOwner,
  WalletParams,
} from '@copup/shared/sends.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientFactsOf } from '../../client-facts.ts';
import { sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { findWalletOwner, type SendDeps, sendCoins } from './send-coins.ts';
import { readSendTerms } from './send-terms.ts';
import { periodOf, writeStatement } from './statement.ts';
import { listTransactions, type TransactionRow } from './transactions.queries.ts';

const tags = ['wallet'];

/** Sends between players, their list, and the statement of a wallet (W1, W10, W11). */
export const sendsRoutes =
  (deps: SendDeps & Pick<Deps, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = deps;

    app.get(
      '/user/wallet/:address',
      {
        config: {
          access: 'user',
          limit: 'walletLookup',
          errors: ['BAD_WALLET_ADDRESS', 'WALLET_NOT_FOUND'],
        },
        schema: {
          tags,
          summary: 'Who an address belongs to',
          params: WalletParams,
          response: { 200: WalletOwner },
        },
      },
      ({ viewer, params }) => findWalletOwner(deps, viewer, params.address),
    );

    app.get(
      '/user/send-terms',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'Charge and limits of own sends', response: { 200: SendTerms } },
      },
      ({ viewer }) => readSendTerms(deps, viewer.userId),
    );

    app.post(
      '/user/send-bid-points',
      {
        config: {
          access: 'player',
          limit: 'send',
          errors: [
            'PIN_NEEDED',
            'PIN_NOT_SET',
            'WRONG_PIN',
            'PIN_LOCKED',
            'BAD_WALLET_ADDRESS',
            'WALLET_NOT_FOUND',
            'OWN_ADDRESS',
            'NOT_ENOUGH_COINS',
            'SEND_LIMIT',
            'WAITING_PERIOD',
            'OWES_COINS',
          ],
        },
        schema: {
          tags,
          summary: 'Sends coins to a wallet address, with the PIN; returns the receipt',
          headers: IdempotencyHeaders,
          body: SendBody,
          response: { 200: SendReceipt },
        },
      },
      (request) => {
        const { viewer, body, headers } = request;
        const { network } = clientFactsOf(request);
        return sendCoins(deps, { viewer, body, key: headers['idempotency-key'], network });
      },
    );

    app.get(
      '/user/transactions',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Own sends in both directions, newest first; X-Next-Cursor continues',
          querystring: TransactionsQuery,
          response: { 200: z.array(Transaction) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listTransactions(db, viewer.userId, query)).map(toTransaction),
    );

    app.get(
      '/user/statement',
      {
        config: { access: 'user', limit: 'statement' },
        schema: {
          tags,
          summary: 'All changes of the own wallet as CSV, for days of Africa/Lagos',
          querystring: StatementQuery,
          response: { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } },
        },
      },
      ({ viewer, query }, reply) => {
        const texts = writeStatement(db, viewer.userId, periodOf(query));
        return sendCsv(reply, `copup-${query.from}-to-${query.to}.csv`, texts);
      },
    );
  };

const toTransaction = (row: TransactionRow): z.output<typeof Transaction> => ({
  id: row.id,
  direction: row.direction,
  amount: row.amount,
  charge: row.charge,
  sender_username: row.senderUsername,
  recipient_username: row.recipientUsername,
  timestamp: row.at.toISOString(),
});
