import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const moneyQueues: Feature = {
  operatorPages: [
    {
      path: operatorPaths.payments,
      name: 'Payments',
      load: () => import('./admin/payments.tsx'),
      item: () => import('./admin/payment-page.tsx'),
    },
    {
      path: operatorPaths.payouts,
      name: 'Payouts',
      load: () => import('./admin/payouts.tsx'),
      item: () => import('./admin/payout-page.tsx'),
    },
    {
      path: operatorPaths.trades,
      name: 'Trades',
      load: () => import('./admin/trades.tsx'),
      item: () => import('./admin/trade-page.tsx'),
    },
    { path: operatorPaths.packages, name: 'Packages', load: () => import('./admin/packages-list.tsx') },
    { path: operatorPaths.banks, name: 'Banks', load: () => import('./admin/banks-list.tsx') },
    { path: operatorPaths.traders, name: 'Traders', load: () => import('./admin/traders-list.tsx') },
  ],
};
