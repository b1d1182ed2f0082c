import { payoutBatchCalls, payoutsCalls } from '@copup/shared/calls/payouts.ts';
import { readRisks } from '../../accounts/refuse-at-risk.ts';
import { networkOf } from '../../client-facts.ts';
import { sendCsv } from '../../csv.ts';
import { decideSeveral } from '../../decisions/decide-several.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { providerOf } from '../../provider/provider-api.ts';
import { routes } from '../../routes.ts';
import { exportBankFile } from './bank-file.ts';
import { listBanks } from './banks.queries.ts';
import { payoutKind } from './payout-kind.ts';
import { readPayoutTerms } from './payout-terms.ts';
import { listPayoutsOf } from './payouts.queries.ts';
import { toPayout } from './payouts.wire.ts';
import { readAccountName } from './read-account-name.ts';
import { requestPayout } from './request-payout.ts';

/** Payouts of the signed-in user; no other user's payouts can be addressed. */
export const payoutsRoutes = (
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'newId' | 'passwords' | 'settings'>,
) =>
  routes(payoutsCalls, {
    'GET /user/payout-terms': ({ viewer }) => readPayoutTerms(deps, viewer.userId),

    'GET /user/banks': async ({ query }, reply) =>
      paged(reply, await listBanks(deps.db, query)).map(({ code, name, isOpen, note, isListed }) => ({
        code,
        name,
        is_open: isOpen,
        note,
        reads_names: isListed && providerOf(deps.config.cardPayments) !== undefined,
      })),

    'GET /tap/payout-history': async ({ viewer, query }, reply) => {
      const page = await listPayoutsOf(deps.db, viewer.userId, query);
      const risks = await readRisks(deps.db, [viewer.userId]);
      return paged(reply, page).map((row) => toPayout(row, risks));
    },

    'POST /tradeConfirm/account-name': ({ viewer, body }) => readAccountName(deps, viewer, body),

    'POST /tradeConfirm/payout': ({ viewer, body, key, ip }) =>
      requestPayout(deps, { viewer, body, network: networkOf(ip), key }),
  });

/** /api/admin/payouts: several approved payouts at once (O3). */
export const payoutBatchRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) =>
  routes(payoutBatchCalls, {
    'POST /bank-file': ({ viewer, body }, reply) =>
      sendCsv(reply, 'copup-payouts.csv', exportBankFile(deps, { ...body, operatorId: viewer.userId })),

    'POST /pay': ({ viewer, key, body: { ids, bank_reference: bankReference } }) =>
      decideSeveral(deps, payoutKind, { ids, key, action: 'pay', operatorId: viewer.userId, bankReference }),
  });
