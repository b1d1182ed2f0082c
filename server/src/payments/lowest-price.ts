import { KOBO_PER_NAIRA, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';

/**
 * Returns the lowest price of this many coins, in kobo, so that a payout does not exceed what was paid (W3). `ratio` is
 * the setting payoutPriceRatioPercent.
 */
export const lowestPrice = (bidPoints: number, ratio: number): number =>
  (bidPoints * PAYOUT_NAIRA_PER_COIN * KOBO_PER_NAIRA * ratio) / 100;
