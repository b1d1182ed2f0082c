import { paths } from '@copup/shared/page-paths.ts';
import { Wallet } from 'lucide-react';
import { BalancePill } from '../../balance/balance-pill.tsx';
import type { Navigation } from '../../lib/navigation.ts';

const wallet = { place: 1, to: paths.dashboard, name: 'Wallet', Icon: Wallet };

export const walletNavigation: Navigation = {
  main: [wallet],
  saved: [{ ...wallet, aside: <BalancePill className="text-sm text-ink-2" /> }],
};
