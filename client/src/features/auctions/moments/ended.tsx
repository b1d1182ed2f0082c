import type { Auction } from '@copup/shared/auctions.ts';
import type { LiveAuction, Phase } from '../live-auction.ts';
import { EndSheet } from './end-sheet.tsx';
import { WonStage } from './won-stage.tsx';

export interface EndedProps {
  auction: Pick<Auction, 'id' | 'name' | 'category' | 'image' | 'price' | 'entry_bid_points' | 'joined'>;
  phase: Phase;
  state: LiveAuction;
  username: string;
  hasBid: boolean;
  /** Coins of the user's last bid, which are back; null if unknown. */
  ownCoins: number | null;
  /** Coins that the user can bid; null before they are loaded. */
  available: number | null;
  /** Whether the auction ended while the user watched. */
  isFresh: boolean;
  onInfo: () => void;
  onClose: () => void;
}

/** The end of an auction, with the server's final state: a stage for the winner, in the place of the page, or a sheet above it. */
export function Ended(props: EndedProps) {
  const { phase, state, username } = props;
  return phase === 'completed' && state.leader === username ? (
    <WonStage {...props} />
  ) : (
    <EndSheet {...props} />
  );
}
