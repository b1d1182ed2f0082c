import { coinsAre } from '@copup/shared/coins.ts';
import type { PayoutBody, PayoutReply } from '@copup/shared/payouts.ts';
import type { z } from 'zod';
import { readRisks } from '../../accounts/refuse-at-risk.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { waitsUntil } from '../../accounts/waiting-period.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { openHolds } from '../../ledger/holds.ts';
import { sumReceivables } from '../../ledger/receivables.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { isSameName } from '../../payments/account-names.ts';
import { verifyPin } from '../../pins/pins.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findBank } from './banks.queries.ts';
import { RATE_KOBO, readCashable } from './payout-terms.ts';
import {
  bankClosed,
  bankNotFound,
  cannotCashOut,
  owesCoins,
  payoutLimit,
  payoutNotFound,
  payoutOpen,
  payoutsWait,
} from './payouts.errors.ts';
import { findPayout, type PayoutRow, readRequestFacts } from './payouts.queries.ts';
import { payouts } from './payouts.tables.ts';
import { toPayout } from './payouts.wire.ts';
import { findAccountName } from './read-account-name.ts';

type RequestDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;
type Body = z.output<typeof PayoutBody>;
type Details = Omit<Body, 'pin'>;

export interface RequestPayout {
  viewer: Pick<Viewer, 'userId'>;
  body: Body;
  /** The client's network prefix, for the check of the PIN. */
  network: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Holds the coins of a new payout (W3). The PIN is checked before, outside the transaction, and is not part of the
 * stored input: a hash of 4 digits would reveal them. The same Idempotency-Key returns the first reply (P6).
 */
export async function requestPayout(
  deps: RequestDeps & Pick<Deps, 'config' | 'passwords'>,
  { viewer, body, network, key }: RequestPayout,
): Promise<PayoutReply> {
  const { pin, ...details } = body;
  await verifyPin(deps, { userId: viewer.userId, pin, network });
  const request = { userId: viewer.userId, route: 'tradeConfirm/payout', subject: '', key, input: details };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => {
      const payout = await holdPayout(tx, deps, viewer.userId, details);
      return {
        status: 200,
        reply: {
          message: `Payout requested. ${coinsAre(payout.bidPoints)} held until it is decided.`,
          payout: toPayout(payout, await readRisks(tx, [viewer.userId])),
        },
      };
    }),
  );
  return reply;
}

/** Inserts the payout and its hold. Decides under the locks of the user and the wallet. */
export async function holdPayout(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'settings'>,
  userId: string,
  details: Details,
): Promise<PayoutRow> {
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
  if (user.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  const now = await tx.clock();

  const { settings } = deps;
  const waits = waitsUntil(user, { now, hours: await settings.read(tx, 'credentialsWaitHours') });
  if (waits) throw payoutsWait(waits);
  const owed = await sumReceivables(tx, userId);
  if (owed > 0) throw owesCoins(owed);
  if ((await readRequestFacts(tx, userId)).isOpen) throw payoutOpen();
  const { bid_points: amount } = details;
  const [minimum, maximum] = [settings.get('payoutMinCoins'), settings.get('payoutMaxCoins')];
  if (amount < minimum || amount > maximum) throw payoutLimit(minimum, maximum);
  const bank = await findBank(tx, details.bank_name);
  if (!bank) throw bankNotFound();
  if (!bank.isOpen) throw bankClosed(bank.name, bank.note);
  const cashable = await readCashable(tx, wallet);
  if (amount > cashable.coins) throw cannotCashOut(cashable.coins);

  const { account_number: accountNumber } = details;
  // The bank's own name, where it was read, whatever the client sent (P8).
  const checked = await findAccountName(tx, { userId, bankId: bank.id, accountNumber });
  const accountName = checked ?? details.account_name;
  const [stored] = await tx.orm
    .insert(payouts)
    .values({
      userId,
      realm: user.realm,
      bidPoints: amount,
      rateKobo: RATE_KOBO,
      bankId: bank.id,
      ...{ accountName, accountNumber },
      nameDiffers: !isSameName(accountName, user.fullName),
      nameChecked: checked !== undefined,
    })
    .returning({ id: payouts.id });
  invariant(stored, 'the insert of a payout returned no row');
  await openHolds(tx, {
    subject: { kind: 'payout', id: String(stored.id) },
    realm: user.realm,
    transferKind: 'payout_hold',
    holds: [{ id: deps.newId(), userId, amount, transferId: deps.newId(), key: `payout:${stored.id}` }],
  });
  const payout = await findPayout(tx, stored.id);
  if (!payout) throw payoutNotFound();
  return payout;
}
