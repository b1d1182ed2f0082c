import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Info, Share2, ShoppingCart } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { vibrate } from '../../../lib/haptics.ts';
import { ShareReceipt } from '../../../parts/share-receipt.tsx';
import { Beads } from '../../../ui/art/bead-ring.tsx';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { savingOf } from '../result-words.ts';
import type { EndedProps } from './ended.tsx';
import { ResultFacts } from './facts.tsx';

const wonVibrationMs = [40, 60, 120];
/** From this many characters on, the price is smaller, so that it fits a narrow phone. */
const longPrice = 8;

/** The winner's stage: what the item cost and is worth, and the way to the cart. */
export function WonStage({ auction, state, username, isFresh, onInfo, onClose }: EndedProps) {
  const titleId = useId();
  const textId = useId();
  const stage = useRef<HTMLElement>(null);
  useWonMoment(stage, isFresh, onClose);
  return (
    <section
      ref={stage}
      role="dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      className="stage adire flex min-h-dvh flex-col overflow-hidden px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] [--moon-at:center_-104px] [--moon-size:640px_640px] lg:px-14 lg:pb-10 lg:[--moon-at:left_-169px_center] lg:[--moon-size:900px_900px]"
    >
      <header className="flex min-h-15 items-center justify-between gap-3 pt-2 lg:pt-5">
        <h1 id={titleId} className="font-sans text-ctl font-bold text-on-stage-2 lg:text-[1.375rem]">
          Auction Completed
        </h1>
        <span className="flex gap-2">
          <IconButton
            label="How this auction ended, and check the bids"
            onClick={onInfo}
            className="bg-white/12"
          >
            <Info size={20} aria-hidden />
          </IconButton>
          <ShareReceipt
            kind="win"
            id={auction.id}
            look="ghost"
            className="size-tap bg-white/12! p-0! text-white!"
          >
            <Share2 size={20} aria-hidden />
            <span className="sr-only">Share</span>
          </ShareReceipt>
        </span>
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:grid-rows-1 lg:items-center lg:gap-12">
        <div className="relative mx-auto mt-6 grid w-[min(280px,33dvh)] animate-gold-ring place-items-center lg:mt-0 lg:w-[min(430px,58dvh)]">
          <Burst className="absolute inset-0 size-full animate-burst overflow-visible" />
          <ItemPicture
            item={auction}
            sizes="(min-width: 1024px) 370px, 240px"
            isEager
            isRound
            className="m-[3%] aspect-square w-[94%] border-12 border-coin shadow-[0_6px_0_#a86200]"
          />
        </div>
        <div className="flex min-w-0 flex-col lg:block">
          <Headline id={textId} auction={auction} spent={state.price} />
          <div className="mt-5 lg:mt-7">
            <ResultFacts bidder={username} isMe spent={state.price} isOnStage />
          </div>
          <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-2.5 pt-4.5 lg:grid-cols-[1.4fr_1fr]">
            <ButtonLink look="white" to={paths.cart} data-first className="min-h-14! px-2!">
              <ShoppingCart size={22} aria-hidden />
              Go to cart
            </ButtonLink>
            <ButtonLink look="line" to={paths.dashboard} className="min-h-14! px-2!">
              Return to Dashboard
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

interface HeadlineProps extends Pick<EndedProps, 'auction'> {
  id: string;
  spent: number;
}

function Headline({ id, auction, spent }: HeadlineProps) {
  const paid = formatNaira(spent * BIDDING_NAIRA_PER_COIN);
  const saving = savingOf(auction, spent);
  return (
    <div id={id} className="mx-auto mt-7 max-w-140 text-center lg:mx-0 lg:mt-0 lg:text-left">
      <p className="font-semibold wrap-anywhere text-on-stage-2">{auction.name}</p>
      <p
        className={`mt-1 font-display leading-none font-bold tracking-[-0.04em] text-balance ${paid.length > longPrice ? 'text-[min(2.125rem,9vw)] lg:text-[3rem]' : 'text-[min(2.875rem,11.6vw)] lg:text-[4rem]'}`}
      >
        Yours for <span className="text-coin">{paid}</span>
      </p>
      {auction.price > 0 ? (
        <p className="mt-2 font-display text-[min(1.5rem,6.4vw)] leading-tight font-bold tracking-tight lg:text-[1.75rem]">
          worth {formatNaira(auction.price)}
        </p>
      ) : null}
      {saving === null ? null : <p className="mt-1.5 text-sm text-on-stage-2">{saving}</p>}
    </div>
  );
}

/** The phone vibrates, the focus moves to the first action, and Escape closes the stage. */
function useWonMoment(stage: RefObject<HTMLElement | null>, isFresh: boolean, onClose: () => void): void {
  useEffect(() => {
    if (isFresh) vibrate(wonVibrationMs);
  }, [isFresh]);
  // After the first paint: the focus needs the layout, which the paint has made.
  useEffect(
    () =>
      afterPaint(() => {
        scrollTo(0, 0);
        stage.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
      }),
    [stage],
  );
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      // A sheet on the stage closes first.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
}

/** Calls `work` after the next paint, in a task of its own. Returns how to cancel it. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const [coin, light, hot, pale] = [
  'fill-[#ffb01f]',
  'fill-[#ffcf70]',
  'fill-[#ff8468]',
  'fill-[#c9d2ff]',
] as const;
const scattered = (by: number) => [0, 2 * by, 4 * by, by, 3 * by];
const rings = [
  {
    distance: 108,
    by: 0.5,
    count: 36,
    turn: 0,
    colours: [coin, pale, hot, light],
    sizes: [3.3, 2.1, 2.6, 1.7],
  },
  { distance: 124, by: 2.6, count: 21, turn: 0.4, colours: [coin, hot, pale], sizes: [1.5, 1.3, 1.4] },
  { distance: 138, by: 3.2, count: 16, turn: 0.7, colours: [light, pale, hot, coin], sizes: [1.2, 1.1] },
];

/** The beads around a won item. Outer beads are scattered by a fixed pattern. */
function Burst({ className }: { className?: string }) {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true" className={className}>
      {rings.map(({ by, ...ring }) => (
        <Beads key={ring.distance} offsets={scattered(by)} {...ring} />
      ))}
    </svg>
  );
}
