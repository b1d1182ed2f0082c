import { formatNumber } from '@copup/shared/coins.ts';
import { availablePrize, type PaidFee } from '@copup/shared/prize-shares.ts';

const coins = (amount: number, part = '') =>
  `${formatNumber(amount)}${part} ${amount === 1 ? 'coin' : 'coins'}`;

/** Spells which coins pay an entry, and which part of a prize in coins can then be cashed out (X7). */
export function paymentWords(paid: PaidFee, prize: number): string {
  const { available, bonus } = paid;
  const parts = [bonus && coins(bonus, ' bonus'), available && coins(available, ' available')].filter(
    Boolean,
  );
  const fee = parts.length > 0 ? `You pay ${parts.join(' and ')}.` : 'Entry is free.';
  if (prize === 0) return fee;
  const share = availablePrize(prize, prize, paid);
  return share === 0
    ? `${fee} If you win, you get bonus coins, which can’t be cashed out.`
    : `${fee} If you win, up to ${formatNumber(share)} of ${coins(prize)} can be cashed out.`;
}
