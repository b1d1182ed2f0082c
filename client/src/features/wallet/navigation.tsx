import { Wallet } from 'lucide-react';
import { BalancePill } from '../../balance/balance-pill.tsx';
import { mainPaths } from '../../lib/main-paths.ts';
import type { Navigation } from '../../lib/navigation.ts';

const wallet = { place: 1, to: mainPaths.dashboard, name: 'Wallet', Icon: Wallet };

export const walletNavigation: Navigation = {
  main: [wallet],
  saved: [{ ...wallet, aside: <BalancePill className="text-sm text-ink-2" /> }],
};
