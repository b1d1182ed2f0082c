import { inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { RotateCcw } from 'lucide-react';
import { CopyLink } from '../../../corrections/copy-link.tsx';
import { useCancellation } from '../../../corrections/use-cancellation.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { coinsBack } from '../moments.ts';
import { outcomeWords, returnedWords } from '../result-words.ts';
import type { EndedProps } from './ended.tsx';
import { Facts } from './facts.tsx';
import { NextAuction } from './next-auction.tsx';

/** The end for all users but the winner: who won, the user's own coins, and where to go next. */
export function EndSheet(props: EndedProps) {
  const { auction, phase, state, username, onClose } = props;
  const isSold = phase === 'completed';
  const isMe = state.leader === username;
  const { reason, copyId } = useCancellation('auction', auction.id, phase === 'cancelled');
  const returned = isSold ? [] : returnedWords(auction, state, isMe);
  return (
    <Modal title="Auction Completed" onClose={onClose} withHeader={false}>
      {isSold ? (
        <>
          <Heading />
          <p className="mt-1 text-pretty wrap-anywhere text-ink-2">{outcomeWords(auction.name, state)}</p>
          {props.hasBid ? <OwnCoins coins={props.ownCoins} available={props.available} /> : null}
        </>
      ) : (
        <div className="flex items-center gap-3.5">
          <ItemPicture
            name={auction.name}
            category={auction.category}
            image={auction.image}
            sizes="64px"
            isRound
            className="size-16 opacity-85 grayscale"
          />
          <div className="min-w-0">
            <Heading />
            <p className="mt-0.5 text-ink-2">{outcomeWords(auction.name, state)}</p>
            {reason ? <p className="mt-0.5 text-ink-2 wrap-anywhere">{reason}</p> : null}
          </div>
        </div>
      )}
      <div className={props.hasBid && isSold ? '' : 'mt-4.5'}>
        <Facts bidder={state.leader} isMe={isMe} spent={isSold ? state.price : 0} />
      </div>
      {returned.length > 0 ? (
        <p className="mt-3.5 flex gap-2.5 text-sm text-ink-2">
          <RotateCcw size={18} aria-hidden className="mt-px shrink-0" />
          {returned.join(' ')}
        </p>
      ) : null}
      {isSold ? <NextAuction exceptId={auction.id} /> : null}
      <div className="mt-4 grid gap-2">
        <CopyLink to={copyId} page={paths.auction} />
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

/** The dialog's title has the same text. */
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

function OwnCoins({ coins, available }: { coins: number | null; available: number | null }) {
  return (
    <div className="my-3.5 flex items-center gap-3 rounded-[16px] bg-ok-soft px-3.5 py-3 leading-snug">
      <RotateCcw size={20} aria-hidden className="shrink-0 text-ok" />
      <p className="min-w-0">
        <b className="block">{coinsBack(coins)}.</b>
        {available === null ? null : (
          <span className="text-sm">You have {inCoins(available)} to bid with.</span>
        )}
      </p>
    </div>
  );
}
