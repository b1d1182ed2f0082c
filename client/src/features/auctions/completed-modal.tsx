import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { RotateCcw } from 'lucide-react';
import { Avatar } from '../../ui/art/avatar.tsx';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import type { LiveAuction, Phase } from './live-auction.ts';

interface CompletedModalProps {
  auction: Pick<Auction, 'name' | 'category' | 'image' | 'entry_bid_points' | 'joined'>;
  phase: Phase;
  state: LiveAuction;
  username: string;
  hasBid: boolean;
  onClose: () => void;
}

/** Maximum number of characters for two amounts side by side on the narrowest phone. */
const longestInHalf = 9;

/** Opens with the server's final state of the auction. Only the winner sees beads. */
export function CompletedModal(props: CompletedModalProps) {
  const { auction, phase, state, username, hasBid, onClose } = props;
  const isSold = phase === 'completed';
  const isMine = isSold && state.leader === username;
  return (
    <Modal title="Auction Completed" onClose={onClose} withHeader={false}>
      {isSold ? (
        <div className="grid justify-items-center gap-1.5 pt-2 text-center">
          <Face state={state} isMine={isMine} />
          <Heading />
          <p className="text-ink-2 wrap-anywhere">{soldText(auction.name, state, isMine, hasBid)}</p>
        </div>
      ) : (
        <div className="flex items-center gap-3.5 pt-2">
          <ItemPicture
            name={auction.name}
            category={auction.category}
            image={auction.image}
            sizes="64px"
            isRound
            className="size-16 grayscale"
          />
          <div className="min-w-0">
            <Heading />
            <p className="text-ink-2">
              {phase === 'unsold' ? 'Not sold this time.' : 'This auction was cancelled.'}
            </p>
          </div>
        </div>
      )}
      <Facts state={state} isSold={isSold} isMine={isMine} />
      {isSold ? null : <Returned auction={auction} state={state} isMe={state.leader === username} />}
      <div className="mt-4 grid gap-2">
        {isMine ? (
          <ButtonLink look="line" to={paths.cart}>
            Go to cart
          </ButtonLink>
        ) : null}
        <ButtonLink look="ink" to={paths.dashboard}>
          Return to Dashboard
        </ButtonLink>
        {isSold ? null : (
          <ButtonLink look="ghost" to={paths.auctions}>
            See what’s live
          </ButtonLink>
        )}
      </div>
    </Modal>
  );
}

function Heading() {
  return (
    <p
      aria-hidden="true"
      className="font-display text-[min(1.75rem,8vw)] leading-tight font-bold tracking-tight"
    >
      Auction Completed
    </p>
  );
}

function Face({ state: { leader, profile }, isMine }: { state: LiveAuction; isMine: boolean }) {
  if (leader === null) return null;
  return (
    <div className={classNames('relative mb-1 grid place-items-center', isMine && 'size-37')}>
      {isMine ? <BeadRing className="absolute inset-0 animate-burst" /> : null}
      <Avatar name={leader} picture={profile ?? null} size={isMine ? 112 : 72} />
    </div>
  );
}

/** The facts of the result; without a sale the bid is returned. */
function Facts({ state, isSold, isMine }: { state: LiveAuction; isSold: boolean; isMine: boolean }) {
  const spent = isSold ? state.price : 0;
  const naira = formatNaira(spent * BIDDING_NAIRA_PER_COIN);
  return (
    <dl
      className={classNames(
        'mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(8.5rem,40%),1fr))] gap-px overflow-hidden rounded-[18px] border border-line bg-line',
        naira.length > longestInHalf && 'max-sm:grid-cols-1',
      )}
    >
      <div className="col-span-full bg-canvas px-3.5 py-3">
        <dt className="text-xs text-ink-3">Highest bidder</dt>
        <dd className="font-semibold wrap-anywhere">
          {state.leader ?? 'No bids'}
          {isMine ? ' (you)' : ''}
        </dd>
      </div>
      <div className="bg-canvas px-3.5 py-3">
        <dt className="text-xs text-ink-3">Coins spent</dt>
        <dd className="font-display text-money-md">
          <Coins amount={spent} />
        </dd>
      </div>
      <div className="bg-canvas px-3.5 py-3">
        <dt className="text-xs text-ink-3">Naira equivalent</dt>
        <dd className="font-display text-money-md">{naira}</dd>
      </div>
    </dl>
  );
}

/** The user's returned coins: the entry fee, and a leader's bid. */
function Returned({
  auction: { joined, entry_bid_points: fee },
  state,
  isMe,
}: Pick<CompletedModalProps, 'auction' | 'state'> & { isMe: boolean }) {
  const lines = [
    isMe ? `Your ${formatNumber(state.price)} coins are back.` : '',
    joined && fee > 0
      ? `Your entry fee of ${formatNumber(fee)} coins is ${state.status === 'cancelling' ? 'being returned' : 'back in your wallet'}.`
      : '',
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <p className="mt-3.5 flex gap-2.5 text-sm text-ink-2">
      <RotateCcw size={18} aria-hidden className="mt-px shrink-0" />
      {lines.join(' ')}
    </p>
  );
}

function soldText(name: string, { leader }: LiveAuction, isMine: boolean, hasBid: boolean): string {
  if (isMine) return `You won ${name}. It’s in your cart.`;
  if (leader === null) return `${name} ended without a bid.`;
  return hasBid ? `${name} went to ${leader}. Your coins are back.` : `${name} went to ${leader}.`;
}
