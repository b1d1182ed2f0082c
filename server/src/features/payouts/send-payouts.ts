import { inCoins } from '@copup/shared/coins.ts';
import { itemRoom } from '@copup/shared/room-names.ts';
import { refuseAtRisk } from '../../accounts/refuse-at-risk.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { takeLock } from '../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { invariant, Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import {
  findTransfer,
  type Provider,
  ProviderRefused,
  type ProviderTransfer,
  ProviderUnknown,
  providerOf,
  sendTransfer,
} from '../../provider/provider-api.ts';
import { payoutKind } from './payout-kind.ts';
import { lockPayout, type PayoutRow } from './payouts.queries.ts';
import { payoutSendings } from './payouts.tables.ts';
import { listAwaiting, lockSending, readSendingFacts, writeSending } from './sendings.queries.ts';
import { type SettleDeps, settleSending } from './settle-sending.ts';

const PAGE = 100;
/** While the provider does not answer, no more than these can have an unknown outcome. */
const MAX_WITHOUT_REPLY = 3;

interface Started {
  payout: PayoutRow;
  reference: string;
  bankCode: string;
}

/**
 * Asks the provider to send the payouts that were approved since the switch was turned on (W19), each once: the row of the
 * sending is committed before the call, and its key refuses a second one. Several servers may try at once.
 */
export async function sendPayouts(deps: SettleDeps): Promise<void> {
  const provider = providerOf(deps.config.cardPayments);
  if (!provider) return;
  for (let after = 0; ; ) {
    const ids = await listAwaiting(deps.db, after, PAGE);
    if (ids.length === 0) return;
    for (const id of ids) {
      after = id;
      const started = await startSending(deps, id);
      if (started === 'later') return;
      if (started !== undefined) await send(deps, provider, started);
    }
  }
}

/**
 * Records that the payout is being sent. Reads the switch, debts, disputes and suspensions once more (W5a, S10). Undefined when
 * this payout is not sent; `later` when none can be sent now.
 */
async function startSending(deps: SettleDeps, payoutId: number): Promise<Started | 'later' | undefined> {
  try {
    return await inTransaction(deps.db, (tx) => start(tx, deps, payoutId));
  } catch (error) {
    if (error instanceof Refusal && ['SUSPENDED', 'OWES_COINS', 'OPEN_DISPUTE'].includes(error.code))
      return undefined;
    throw error;
  }
}

async function start(
  tx: Transaction,
  { settings }: Pick<SettleDeps, 'settings'>,
  payoutId: number,
): Promise<Started | 'later' | undefined> {
  // The limits are over all payouts.
  await takeLock(tx, 'payoutSendings');
  const ownerId = await payoutKind.findOwner(tx, payoutId);
  invariant(ownerId, `payout ${payoutId} disappeared`);
  await lockUser(tx, ownerId);
  const payout = await lockPayout(tx, payoutId);
  const { awaits, bankCode, withoutReply, hour, day } = await readSendingFacts(tx, payoutId);
  if (!payout || !awaits || bankCode === null) return undefined;
  const { bidPoints, createdAt, userId } = payout;
  const perHour = await settings.read(tx, 'payoutSendCoinsPerHour');
  const perDay = await settings.read(tx, 'payoutSendCoinsPerDay');
  const most = Math.min(perHour, perDay);
  const isTooMuch = bidPoints > most;
  if (
    !isTooMuch &&
    (withoutReply >= MAX_WITHOUT_REPLY || hour + bidPoints > perHour || day + bidPoints > perDay)
  )
    return 'later';
  await refuseAtRisk(tx, userId);
  // The row must survive the loss of the primary, as coins do.
  tx.moveCoins();
  // The time tells a payout from another one that had its number before the database was restored.
  const reference = `payout-${payoutId}-${createdAt.getTime().toString(36)}`;
  await tx.orm.insert(payoutSendings).values({
    ...{ payoutId, reference, bankCode },
    ...(isTooMuch && { state: 'refused', message: `It is above the limit of ${inCoins(most)}.` }),
  });
  tx.invalidate(itemRoom(payoutKind.name, String(payoutId)));
  await invalidateUserRooms(tx, [userId]);
  return isTooMuch ? undefined : { payout, reference, bankCode };
}

/** Calls the provider. Without a reply, and when this server ends in between, the outcome is asked for later. */
async function send(deps: SettleDeps, provider: Provider, started: Started): Promise<void> {
  const { payout, reference, bankCode } = started;
  const { id, accountNumber, bidPoints, rateKobo } = payout;
  let transfer: ProviderTransfer | undefined;
  try {
    const amountKobo = bidPoints * rateKobo;
    transfer = await sendTransfer(provider, { reference, bankCode, accountNumber, amountKobo });
  } catch (error) {
    if (error instanceof ProviderRefused) return settleRefused(deps, provider, started, error.message);
    if (!(error instanceof ProviderUnknown)) throw error;
    deps.log.warn({ err: error, payoutId: id }, 'payouts: the outcome of a transfer is unknown');
    return;
  }
  await settleSending(deps, id, transfer);
}

/** A refusal may be of a reference that the provider knows already, so it counts only when it knows none. */
async function settleRefused(
  deps: SettleDeps,
  provider: Provider,
  { payout: { id }, reference }: Started,
  reason: string,
): Promise<void> {
  const message = `Refused: ${reason}`;
  let isKnown = true;
  try {
    const found = await findTransfer(provider, reference);
    if (found) {
      await settleSending(deps, id, found);
      return;
    }
    isKnown = false;
  } catch (error) {
    if (!(error instanceof ProviderUnknown || error instanceof ProviderRefused)) throw error;
  }
  deps.log.warn({ payoutId: id, reason }, 'payouts: the provider refused a transfer');
  await inTransaction(deps.db, async (tx) => {
    // An event may have been faster.
    if ((await lockSending(tx, id))?.state !== 'asked') return;
    await writeSending(tx, id, { message, ...(!isKnown && { state: 'refused' as const }) });
    tx.invalidate(itemRoom(payoutKind.name, String(id)));
  });
}
