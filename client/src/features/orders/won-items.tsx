import { paths } from '@copup/shared/page-paths.ts';
import { CircleCheck, Gavel, Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { WonItem } from './carts.ts';

/** What a cart shows without items. */
export const cartStates = {
  loading: 'Loading cart...',
  failed: 'Error fetching cart',
  skeleton: { count: 2, className: 'h-25' },
  empty: (
    <EmptyState title="Your cart is empty" link={{ to: paths.auctions, name: 'See the auctions' }}>
      What you win in auctions and heists waits here for you.
    </EmptyState>
  ),
};

const groups = [
  { kind: 'auction', title: 'Won in auctions', Icon: Gavel, paid: 'You paid' },
  { kind: 'heist', title: 'Won in heists', Icon: Vault, paid: 'Ticket' },
] as const;

/** The items of a cart, by how they were won. */
export function WonItems({ items }: { items: readonly WonItem[] }) {
  return groups
    .filter(({ kind }) => items.some((item) => item.kind === kind))
    .map(({ kind, title, Icon, paid }) => (
      <section key={kind} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="flex items-center gap-2 font-sans text-sm font-semibold tracking-normal text-ink-2">
          <Icon size={18} aria-hidden />
          {title}
        </h2>
        <Card>
          <ul className="divide-y divide-line">
            {items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <li key={item.id} className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3.5 p-3.5">
                  <ItemPicture item={item} sizes="72px" className="size-18" />
                  <div className="min-w-0">
                    <p className="line-clamp-3 font-semibold wrap-anywhere">{item.name}</p>
                    <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2">
                      <span>
                        {paid} <Coins amount={item.paid} className="font-semibold" />
                      </span>
                      <BiddingNaira amount={item.paid} />
                      <Chip>{item.category}</Chip>
                    </p>
                    <p className="line-clamp-3 text-sm wrap-anywhere text-ink-3">{item.note}</p>
                  </div>
                </li>
              ))}
          </ul>
        </Card>
      </section>
    ));
}

interface WithDockProps {
  /** What is ordered, or why the button is off. */
  lead: string;
  action: ReactNode;
  children: ReactNode;
}

/** A cart and the way on: above the navigation of a phone, beside the items on a desktop. */
export function WithDock({ lead, action, children }: WithDockProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 max-lg:pb-32 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-5.5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">{children}</div>
      <div className="fixed inset-x-0 bottom-[calc(var(--spacing-nav)+env(safe-area-inset-bottom))] z-30 grid gap-2.5 bg-surface px-4 py-3 shadow-[0_-1px_0_var(--c-line),0_-16px_32px_-20px_rgb(15_21_48/0.3)] lg:sticky lg:top-5 lg:rounded-lg lg:p-5 lg:shadow-2">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
          {lead}
          <span className="flex items-center gap-1.5 text-ok">
            <CircleCheck size={18} aria-hidden />
            Nothing more to pay
          </span>
        </p>
        {action}
      </div>
    </div>
  );
}
