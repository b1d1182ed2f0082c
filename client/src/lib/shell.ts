import type { ComponentType, ReactNode } from 'react';
import { useOutletContext } from 'react-router-dom';
import type { HomePart } from './feature.ts';

/** What the players' layout provides to its pages. */
export interface Shell {
  openMenu: () => void;
  /** Links to pages that open without a network. */
  saved: ReactNode;
  /** Called if the page itself shows that the server cannot be reached. */
  onUnreachable: (isUnreachable: boolean) => void;
  /** What other features show on the wallet's home, by place. */
  homeParts: Readonly<Record<HomePart['place'], readonly ComponentType[]>>;
  /** What other features show on the card of the prediction. */
  gamesParts: readonly ComponentType[];
}

export const useShell = (): Shell => useOutletContext<Shell>();
