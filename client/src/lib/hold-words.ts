import type { Sendable } from '@copup/shared/cart.ts';
import type { RiskReason } from '@copup/shared/payouts.ts';
import { formatSoon } from './format-time.ts';

/** Why a payout or an order of the user waits without a time (W5a). */
export const onHoldWords: Record<RiskReason, string> = {
  SUSPENDED: 'On hold: your account is suspended. It continues when the suspension ends.',
  OWES_COINS: 'On hold: your account owes coins after a chargeback. It continues once they are repaid.',
  OPEN_DISPUTE: 'On hold: a bank is still checking one of your card payments. It continues after that.',
};

/** Returns why an order is not sent now, and from when it can be (A10a); undefined when nothing keeps it. */
export function sendableText({ sendable_from, on_hold }: Sendable, nowMs: number): string | undefined {
  if (on_hold) return onHoldWords[on_hold];
  return sendable_from
    ? `Can be sent from ${formatSoon(Date.parse(sendable_from), nowMs)}, because it was paid with new coins.`
    : undefined;
}
