import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Check } from 'lucide-react';
import { closeTopCard } from '../../lib/top-card.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Modal } from '../../ui/modal.tsx';
import { StepDots } from '../../ui/step-dots.tsx';
import { WonFrame } from '../../ui/won-frame.tsx';
import type { WonItem } from './carts.ts';
import { type OrderKind, stepsOf } from './order-steps.ts';

interface OrderPlacedProps {
  headline: string;
  items: readonly [WonItem, ...WonItem[]];
  ordersPath: string;
}

const kindOf = ({ kind, category }: WonItem): OrderKind => (kind === 'heist' ? kind : category);

const namesOf = (items: readonly WonItem[]) =>
  `${isolate(items[0]?.name ?? '')}${items.length > 1 ? ` and ${items.length - 1} more` : ''}`;

/** What happens next, by kind. */
const next: Record<OrderKind, string> = {
  product: 'We pack it. You get a notice with the tracking number.',
  cash: 'We pay it to your bank account. You get a notice with the bank’s reference.',
  coupon: 'We check what you gave us and send it. You get a notice then.',
  heist: 'We approve it first. You get a notice of each step.',
};

/** What was ordered and what happens to it, above the pages until the player closes it. */
export function OrderPlaced({ headline, items, ordersPath }: OrderPlacedProps) {
  return (
    <Modal title={headline} onClose={closeTopCard} asStage>
      {(leave) => (
        <WonFrame
          title="Checkout"
          share={{ text: `I won ${namesOf(items)} on Copup.`, path: paths.auctions }}
          onClose={leave}
          isQuiet
          picture={
            <span className="relative size-[72%] animate-gold-ring">
              <ItemPicture
                item={items[0]}
                sizes="(min-width: 1024px) 380px, 230px"
                isRound
                className="size-full border-8 border-win lg:border-12"
              />
              <Check
                aria-hidden
                className="absolute right-0 bottom-0 size-[26%] rounded-full border-4 border-stage bg-win p-[5%] text-[#0a1338]"
              />
            </span>
          }
          headlineClassName="text-[min(2.5rem,10vw)] lg:text-[3.5rem] lg:leading-none"
          headline={headline}
          actions={
            <ButtonLink look="white" to={ordersPath} onClick={closeTopCard}>
              Follow my orders
            </ButtonLink>
          }
        >
          <p className="mt-2 text-lg leading-snug wrap-anywhere text-on-stage-2">
            {namesOf(items)}. Nothing more to pay.
          </p>
          {[...new Set(items.map(kindOf))].map((kind) => (
            <div
              key={kind}
              className="mt-2.5 grid gap-3.5 rounded-[18px] bg-stage-deep px-3.5 py-4 text-left"
            >
              <p className="leading-snug wrap-anywhere">
                <b className="font-semibold">{namesOf(items.filter((item) => kindOf(item) === kind))}</b>
                <span className="block text-sm text-on-stage-2">{next[kind]}</span>
              </p>
              <StepDots
                label="Delivery"
                steps={stepsOf(kind, kind === 'heist' ? 'pending' : 'processing', [])}
              />
            </div>
          ))}
        </WonFrame>
      )}
    </Modal>
  );
}
