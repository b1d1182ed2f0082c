import { sendsCalls } from '@copup/shared/calls/sends.ts';
import type { Transaction } from '@copup/shared/sends.ts';
import type { z } from 'zod';
import { clientFactsOf } from '../../client-facts.ts';
import { sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { findWalletOwner, listRecentRecipients, type SendDeps, sendCoins } from './send-coins.ts';
import { readSendTerms } from './send-terms.ts';
import { periodOf, writeStatement } from './statement.ts';
import { listTransactions, type TransactionRow } from './transactions.queries.ts';

/** Sends between players, their list, and the statement of a wallet (W1, W10, W11). */
export const sendsRoutes = (deps: SendDeps & Pick<Deps, 'clock'>) => {
  const { db } = deps;

  return routes(sendsCalls, {
    'GET /user/wallet/:address': ({ viewer, params }) => findWalletOwner(deps, viewer, params.address),

    'GET /user/recipients': ({ viewer }) => listRecentRecipients(deps, viewer),

    'GET /user/send-terms': ({ viewer }) => readSendTerms(deps, viewer.userId),

    'POST /user/send-bid-points': (request) => {
      const { viewer, body, key } = request;
      const { network } = clientFactsOf(request);
      return sendCoins(deps, { viewer, body, key, network });
    },

    'GET /user/transactions': async ({ viewer, query }, reply) =>
      paged(reply, await listTransactions(db, viewer.userId, query)).map(toTransaction),

    'GET /user/statement': ({ viewer, query }, reply) => {
      const texts = writeStatement(db, viewer.userId, periodOf(query));
      return sendCsv(reply, `copup-${query.from}-to-${query.to}.csv`, texts);
    },
  });
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
