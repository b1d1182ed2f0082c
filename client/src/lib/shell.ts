import type { ComponentType, ReactNode } from 'react';
import { useOutletContext } from 'react-router-dom';

/** What the players' layout gives to its pages. */
export interface Shell {
  openMenu: () => void;
  /** Where one can go without a network. */
  saved: ReactNode;
  /** The page itself says that the server is out of reach. */
  onUnreachable: (isUnreachable: boolean) => void;
  /** What other features show beside the wallet. */
  walletAsides: readonly ComponentType[];
}

export const useShell = (): Shell => useOutletContext<Shell>();
