import { formatNumber } from '@copup/shared/coins.ts';

/** "1 coin", "1,200 coins". */
export const inCoins = (count: number) => `${formatNumber(count)} ${count === 1 ? 'coin' : 'coins'}`;
