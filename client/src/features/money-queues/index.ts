import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../../lib/feature.ts';

export const moneyQueues: Feature = {
  operatorPages: [
    listAndItem(operatorPaths.payments, 'Payments', () => import('./admin/payments.tsx')),
    listAndItem(operatorPaths.payouts, 'Payouts', () => import('./admin/payouts.tsx')),
    listAndItem(operatorPaths.trades, 'Trades', () => import('./admin/trades.tsx')),
    page(operatorPaths.packages, 'Packages', () => import('./admin/packages-list.tsx')),
    page(operatorPaths.banks, 'Banks', () => import('./admin/banks-list.tsx')),
    page(operatorPaths.traders, 'Traders', () => import('./admin/traders-list.tsx')),
  ],
};
