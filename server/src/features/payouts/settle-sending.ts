import { formatPrice, toNaira } from '@copup/shared/coins.ts';
import { isUndecided } from '@copup/shared/payout-sending.ts';
import { itemRoom } from '@copup/shared/room-names.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { carryOut } from '../../decisions/decide.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { providerUnreachable } from '../../provider/provider.errors.ts';
import {
  findTransfer,
  type Provider,
  ProviderRefused,
  type ProviderTransfer,
  ProviderUnknown,
  providerOf,
} from '../../provider/provider-api.ts';
import type { ProviderEvent } from '../../provider/provider-event.ts';
import { payoutKind } from './payout-kind.ts';
import { lockPayout, type PayoutRow } from './payouts.queries.ts';
import type { SendingRow } from './payouts.tables.ts';
import { findSending, leaveUnknown, lockSending, takeToAsk, writeSending } from './sendings.queries.ts';

export type SettleDeps = Pick<Deps, 'config' | 'db' | 'log' | 'newId' | 'notices' | 'settings'>;
type Outcome = 'accepted' | 'paid' | 'failed' | 'contradiction' | 'unknown' | 'ignored';

const BATCH = 20;
/** What the player reads; the provider's own words may be about our account with it. */
const RETURNED = 'The bank did not accept the transfer.';

/** Applies what the provider's API says of a transfer, once, in any order and on any server (W19). */
export async function settleSending(
  deps: SettleDeps,
  payoutId: number,
  transfer: ProviderTransfer,
): Promise<Outcome> {
  return inTransaction(deps.db, async (tx) => {
    // Users are locked before the item, as for a decision of an operator.
    const ownerId = await payoutKind.findOwner(tx, payoutId);
    invariant(ownerId, `payout ${payoutId} disappeared`);
    await lockUser(tx, ownerId);
    const payout = await lockPayout(tx, payoutId);
    const sending = await lockSending(tx, payoutId);
    invariant(payout && sending, `the sending of payout ${payoutId} disappeared`);
    tx.invalidate(itemRoom(payoutKind.name, String(payoutId)));
    return settle(tx, deps, { payout, sending, transfer });
  });
}

interface Found {
  payout: PayoutRow;
  sending: SendingRow;
  transfer: ProviderTransfer;
}

async function settle(tx: Transaction, deps: SettleDeps, found: Found): Promise<Outcome> {
  const { payout, sending, transfer } = found;
  const { id, result } = transfer;
  const wrong = contradictionOf(found);
  if (wrong !== undefined) return contradict(tx, deps, found, wrong);
  const state = result === 'open' ? 'accepted' : result === 'successful' ? 'paid' : 'failed';
  const isDecided = payout.status !== 'approved';
  // Of a payout that operators decided, only the failure is news; it says what they knew.
  if (sending.state === state || (isDecided && state !== 'failed')) return 'ignored';
  if (!isDecided && state !== 'accepted') {
    const { pay, return: giveBack } = payoutKind.rules;
    const given = { operatorId: payout.decidedBy ?? '' };
    if (state === 'paid') await carryOut(tx, deps, payoutKind, pay, payout, { ...given, bankReference: id });
    else await carryOut(tx, deps, payoutKind, giveBack, payout, { ...given, reason: RETURNED });
  }
  await writeSending(tx, payout.id, { state, providerId: id, message: transfer.message || null });
  await invalidateUserRooms(tx, [payout.userId]);
  return state;
}

/** Returns what cannot be true together, in words; undefined when all agrees. */
function contradictionOf({ payout, sending, transfer }: Found): string | undefined {
  const { amountKobo, id, result } = transfer;
  if (amountKobo !== payout.bidPoints * payout.rateKobo)
    return `Transfer ${id} is of ${formatPrice(toNaira(amountKobo))}.`;
  if (payout.status === 'approved') return undefined;
  const { state } = sending;
  const agrees =
    state === 'paid'
      ? result !== 'failed'
      : state === 'failed'
        ? result !== 'successful'
        : result === 'failed';
  return agrees ? undefined : `Transfer ${id} is ${result}, and the payout is ${payout.status}.`;
}

async function contradict(
  tx: Transaction,
  { log }: Pick<Deps, 'log'>,
  { payout, sending, transfer }: Found,
  contradiction: string,
): Promise<Outcome> {
  if (sending.contradiction === contradiction) return 'ignored';
  const isOpen = isUndecided(sending.state);
  await writeSending(tx, payout.id, { contradiction, ...(isOpen && { state: 'unclear' as const }) });
  log.error(
    { payoutId: payout.id, transferId: transfer.id },
    `payouts: an operator must look: ${contradiction}`,
  );
  return 'contradiction';
}

/** Asks the provider for the outcome, and applies it. Throws ProviderRefused and ProviderUnknown. */
async function askProvider(
  deps: SettleDeps,
  provider: Provider,
  { payoutId, reference }: Pick<SendingRow, 'payoutId' | 'reference'>,
): Promise<Outcome> {
  const found = await findTransfer(provider, reference);
  if (found) return settleSending(deps, payoutId, found);
  if (await leaveUnknown(deps.db, payoutId))
    deps.log.error({ payoutId }, 'payouts: the provider does not know this transfer; an operator must look');
  return 'unknown';
}

/**
 * Applies an event about a payout (W19): it only says that the provider's API has news, so late, repeated and contradicting
 * events do no harm. Undefined when no sending has its reference. Throws UNAVAILABLE when it must be delivered again.
 */
export async function applyTransferEvent(
  deps: SettleDeps,
  { kind, txRef }: ProviderEvent,
): Promise<Outcome | undefined> {
  const provider = providerOf(deps.config.cardPayments);
  if (kind !== 'transfer' || txRef === undefined || !provider) return undefined;
  const sending = await findSending(deps.db, txRef);
  if (!sending) return undefined;
  try {
    return await askProvider(deps, provider, sending);
  } catch (error) {
    if (error instanceof ProviderUnknown || error instanceof ProviderRefused)
      throw providerUnreachable(error);
    throw error;
  }
}

/** Asks for the outcomes whose events did not come. */
export async function askForOutcomes(deps: SettleDeps): Promise<void> {
  const provider = providerOf(deps.config.cardPayments);
  if (!provider) return;
  for (const sending of await takeToAsk(deps.db, BATCH)) {
    try {
      await askProvider(deps, provider, sending);
    } catch (error) {
      if (!(error instanceof ProviderUnknown)) throw error;
      // The next ones would wait for the same time-out.
      deps.log.warn({ err: error, payoutId: sending.payoutId }, 'payouts: the provider did not answer');
      return;
    }
  }
}
