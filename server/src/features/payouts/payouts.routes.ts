import { payoutsCalls } from '@copup/shared/calls/payouts.ts';
import { networkOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { readRisks } from '../../payments/refuse-at-risk.ts';
import { routes } from '../../routes.ts';
import { listBanks } from './banks.queries.ts';
import { readPayoutTerms } from './payout-terms.ts';
import { listPayoutsOf } from './payouts.queries.ts';
import { toPayout } from './payouts.wire.ts';
import { requestPayout } from './request-payout.ts';

/** Payouts of the signed-in user; no other user's payouts can be addressed. */
export const payoutsRoutes = (
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'newId' | 'passwords' | 'settings'>,
) =>
  routes(payoutsCalls, {
    'GET /user/payout-terms': ({ viewer }) => readPayoutTerms(deps, viewer.userId),

    'GET /user/banks': async ({ query }, reply) =>
      paged(reply, await listBanks(deps.db, query)).map(({ code, name, isOpen, note }) => ({
        code,
        name,
        is_open: isOpen,
        note,
      })),

    'GET /tap/payout-history': async ({ viewer, query }, reply) => {
      const page = await listPayoutsOf(deps.db, viewer.userId, query);
      const risks = await readRisks(deps.db, [viewer.userId]);
      return paged(reply, page).map((row) => toPayout(row, risks));
    },

    'POST /tradeConfirm/payout': ({ viewer, body, key, ip }) =>
      requestPayout(deps, { viewer, body, network: networkOf(ip), key }),
  });
