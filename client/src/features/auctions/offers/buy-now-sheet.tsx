import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins } from '@copup/shared/coins.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBalance } from '../../../balance/use-balance.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callOnce } from '../../../lib/calls.ts';
import { BuyLink } from '../../../parts/buy-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Note } from '../../../ui/note.tsx';
import { auctionQuery } from '../queries.ts';

interface BuyNowSheetProps {
  auction: Auction;
  /** Coins. The purchase is refused at any other price. */
  price: number;
  /** Whether the item can still be bought. */
  isOffered: boolean;
  onClose: () => void;
}

/** Asks the player to confirm a purchase, with its worth and the saving. */
export function BuyNowSheet({ auction, price, isOffered, onClose }: BuyNowSheetProps) {
  const queries = useQueryClient();
  const available = useBalance()?.available ?? null;
  const buying = useMutation({
    // A13: refused with PRICE_MOVED unless this is the auction's price.
    mutationFn: () =>
      callOnce(`buy:${auction.id}`, 'POST /auction/buy-now/:id', {
        params: { id: auction.id },
        body: { buyNowPoints: price },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['cart'] });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.isOutcomeUnknown) return;
      void queries.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
    },
  });
  const missing = available === null ? 0 : price - available;
  return (
    <Modal title="Buy now" onClose={onClose} isBusy={buying.isPending}>
      {(leave) => (
        <div className="grid gap-4">
          <div className="flex items-center gap-3.5">
            <ItemPicture item={auction} sizes="64px" className="size-16" />
            <p className="min-w-0 font-semibold wrap-anywhere">{auction.name}</p>
          </div>
          <Price price={price} worth={auction.price} />
          <Advice
            isOffered={isOffered || buying.isPending}
            error={buying.error ? messageOf(buying.error, 'The item could not be bought.') : null}
            missing={missing}
          />
          <div className="grid gap-2">
            {isOffered && missing > 0 ? (
              <BuyLink look="coin" missing={missing}>
                Get coins
              </BuyLink>
            ) : (
              <Button
                look="coin"
                size="lg"
                disabled={!isOffered && !buying.isPending}
                busy={buying.isPending}
                onClick={() => buying.mutate()}
              >
                Buy for {inCoins(price)}
              </Button>
            )}
            <Button disabled={buying.isPending} onClick={leave}>
              Not now
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

function Price({ price, worth }: { price: number; worth: number }) {
  const naira = price * BIDDING_NAIRA_PER_COIN;
  const saving = worth - naira;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[18px] border border-line bg-line *:bg-canvas *:px-3.5 *:py-3">
      <div className="col-span-full">
        <dt className="text-xs text-ink-3">You pay</dt>
        <dd className="font-display text-money-md">
          <Coins amount={price} />
        </dd>
        <dd className="text-sm text-ink-2">{formatNaira(naira)}</dd>
      </div>
      <div className={saving > 0 ? undefined : 'col-span-full'}>
        <dt className="text-xs text-ink-3">Worth</dt>
        <dd className="font-semibold">{formatNaira(worth)}</dd>
      </div>
      {saving > 0 ? (
        <div>
          <dt className="text-xs text-ink-3">You save</dt>
          <dd className="font-semibold text-ok">{formatNaira(saving)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

interface AdviceProps {
  isOffered: boolean;
  error: string | null;
  missing: number;
}

/** What happens, or why the item cannot be bought. */
function Advice({ isOffered, error, missing }: AdviceProps) {
  if (error) return <Note look="error" role="alert" title={error} />;
  if (!isOffered) {
    return (
      <Note look="warn" role="alert" title="Buy now is over.">
        The first bid was placed, or the auction ended. Your coins stay with you.
      </Note>
    );
  }
  if (missing > 0) {
    return <Note look="warn" title={`You need ${inCoins(missing, 'more')}.`} />;
  }
  return (
    <p className="text-sm text-ink-2">
      The auction ends at once and the item goes to your cart. The first bid of any player ends this offer.
    </p>
  );
}
