import type { ComponentType, ReactNode } from 'react';
import { useOutletContext } from 'react-router-dom';

/** What the players' layout gives to its pages. */
export interface Shell {
  openMenu: () => void;
  /** Where one can go without a network. */
  saved: ReactNode;
  /** The page itself says that the server is out of reach. */
  onUnreachable: (isUnreachable: boolean) => void;
  /** The balance, for headers. */
  BalancePill: ComponentType<{ className?: string }>;
  /** Coins that can be spent on anything; null while not known. */
  useAvailable: () => number | null;
}

export const useShell = (): Shell => useOutletContext<Shell>();
