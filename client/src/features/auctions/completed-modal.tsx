import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import type { LiveAuction, Phase } from './live-auction.ts';

interface CompletedModalProps {
  name: string;
  phase: Phase;
  state: LiveAuction;
  username: string;
  hasBid: boolean;
  onClose: () => void;
}

/** Characters of an amount that stand beside another one on the narrowest phone. */
const longestInHalf = 9;

/** Opens with the server's last word on the auction. */
export function CompletedModal({ name, phase, state, username, hasBid, onClose }: CompletedModalProps) {
  const { leader, price } = state;
  const isMine = phase === 'completed' && leader === username;
  // What was bid is given back when nothing is sold.
  const spent = phase === 'completed' ? price : 0;
  const naira = formatNaira(spent * BIDDING_NAIRA_PER_COIN);
  return (
    <Modal title="Auction Completed" onClose={onClose} withHeader={false}>
      <div className="grid justify-items-center gap-1.5 pt-2 text-center">
        <div className="relative mb-1 grid size-37 place-items-center">
          <BeadRing className="absolute inset-0 animate-burst" />
          {leader ? <Avatar name={leader} picture={state.profile ?? null} size={112} /> : null}
        </div>
        <p aria-hidden="true" className="font-display text-[1.75rem] leading-tight font-bold tracking-tight">
          Auction Completed
        </p>
        <p className="text-ink-2 wrap-anywhere">{resultText(name, phase, state, isMine, hasBid)}</p>
      </div>
      <dl
        className={classNames(
          'mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-[18px] border border-line bg-line',
          naira.length > longestInHalf && 'max-sm:grid-cols-1',
        )}
      >
        <div className="col-span-full bg-canvas px-3.5 py-3">
          <dt className="text-xs text-ink-3">Highest bidder</dt>
          <dd className="font-semibold wrap-anywhere">
            {leader ?? 'No bids'}
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
      <div className="mt-4 grid gap-2">
        {isMine ? (
          <ButtonLink look="line" to="/cart">
            Go to cart
          </ButtonLink>
        ) : null}
        <ButtonLink look="ink" to="/dashboard">
          Return to Dashboard
        </ButtonLink>
      </div>
    </Modal>
  );
}

function resultText(
  name: string,
  phase: Phase,
  { leader }: LiveAuction,
  isMine: boolean,
  hasBid: boolean,
): string {
  if (phase === 'cancelled') return `${name} was cancelled. Entry fees and held coins are returned.`;
  if (phase === 'unsold') return `${name} was not sold. Entry fees and held coins are returned.`;
  if (isMine) return `You won ${name}. It's in your cart.`;
  if (leader === null) return `${name} ended without a bid.`;
  return hasBid ? `${name} went to ${leader}. Your coins are back.` : `${name} went to ${leader}.`;
}
