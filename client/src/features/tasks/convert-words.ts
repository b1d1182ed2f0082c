import { formatNumber, inCoins } from '@copup/shared/coins.ts';

export const bonusFor = (taskCoins: number, rate: number): number => Math.floor(taskCoins / rate);

/** Returns the largest amount that can be converted without a remainder. */
export const mostConvertible = (taskCoins: number, rate: number): number => taskCoins - (taskCoins % rate);

/** Returns why this amount cannot be converted, undefined when it can. The server decides. */
export function convertError(
  amount: number | undefined,
  { rate, owned }: { rate: number; owned: number },
): string | undefined {
  const most = mostConvertible(owned, rate);
  if (most === 0) return `You need at least ${inCoins(rate, 'task')}.`;
  if (amount === undefined || amount < 1) return 'Enter a whole number of task coins.';
  if (amount > owned) return `You have ${inCoins(owned, 'task')}.`;
  if (amount % rate !== 0) {
    const below = amount - (amount % rate);
    const near = below === 0 ? formatNumber(rate) : `${formatNumber(below)} or ${formatNumber(below + rate)}`;
    return `Enter a multiple of ${formatNumber(rate)}, such as ${below + rate > owned && below > 0 ? formatNumber(below) : near}.`;
  }
  return undefined;
}
