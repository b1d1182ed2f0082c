import type { Sendable } from '@copup/shared/cart.ts';
import type { RiskReason } from '@copup/shared/payouts.ts';
import { showLagos } from './local-time.ts';

/** Why money and goods do not leave to a player (W5a, A10a). */
export const riskWords: Record<RiskReason, string> = {
  SUSPENDED: 'the player is suspended',
  OWES_COINS: 'the player owes coins after a chargeback',
  OPEN_DISPUTE: 'a card payment of the player is disputed',
};

export interface Held extends Sendable {
  /** The request for a second operator that waits (O3a). */
  approval_id: number | null;
}

/** Returns why an order is not sent now; undefined when it can be. Pure. */
export function holdText({ sendable_from, on_hold, approval_id }: Held): string | undefined {
  if (approval_id) return `Waits for a second operator: approval ${approval_id}`;
  if (on_hold) return `On hold: ${riskWords[on_hold]}`;
  return sendable_from ? `Paid with new coins: can be sent from ${showLagos(sendable_from, 0)}` : undefined;
}
