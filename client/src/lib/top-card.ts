import type { ReactNode } from 'react';
import { create } from 'zustand';

/** A card above the players' pages, which stays while the page below it changes. */
export const useTopCard = create<{ card: ReactNode }>(() => ({ card: null }));

export const showTopCard = (card: ReactNode): void => useTopCard.setState({ card });
export const closeTopCard = (): void => showTopCard(null);
