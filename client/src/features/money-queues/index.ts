import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem } from '../../lib/feature.ts';

export const moneyQueues: Feature = {
  operatorPages: [
    listAndItem(operatorPaths.payments, 'Payments', () => import('./admin/payments.tsx')),
    listAndItem(operatorPaths.payouts, 'Payouts', () => import('./admin/payouts.tsx')),
    listAndItem(operatorPaths.trades, 'Trades', () => import('./admin/trades.tsx')),
    { path: operatorPaths.packages, name: 'Packages', load: () => import('./admin/packages-list.tsx') },
    { path: operatorPaths.banks, name: 'Banks', load: () => import('./admin/banks-list.tsx') },
    { path: operatorPaths.traders, name: 'Traders', load: () => import('./admin/traders-list.tsx') },
  ],
};
