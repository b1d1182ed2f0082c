import { Check, CircleMinus, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../lib/format-time.ts';
import type { OrderStep } from '../lib/order-steps.ts';
import { classNames } from './class-names.ts';
import { ItemPicture } from './item-picture.tsx';

/** One for each of the three steps. */
export type OrderIcons = readonly [LucideIcon, LucideIcon, LucideIcon];

interface OrderCardProps {
  id: number;
  /** The heading. */
  name: string;
  /** What is sent, for the picture. */
  item: { name: string; category: string; image: string };
  /** Below the heading: how it was won. */
  note: string;
  chip: ReactNode;
  /** None of a refunded order. */
  steps: readonly OrderStep[];
  icons: OrderIcons;
  /** Why it is not sent yet. */
  waits: string | undefined;
  /** What a refund returned. */
  refunded: string;
  /** What finds the parcel or the payment. */
  children?: ReactNode;
}

/** An order of an auction or a heist: what was won, and how far it is. */
export function OrderCard(props: OrderCardProps) {
  const { id, name, item, note, chip, steps, icons, waits, refunded, children } = props;
  return (
    <article
      aria-label={name}
      className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3.5">
        <ItemPicture item={item} sizes="72px" className="size-18" />
        <div className="min-w-0">
          <h3 className="mb-0.5 line-clamp-2 font-sans text-[1.0625rem] leading-tight font-semibold tracking-normal">
            {name}
          </h3>
          <p className="line-clamp-3 text-sm leading-snug wrap-anywhere text-ink-2">{note}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-sm text-ink-3">
          Order {id} · {item.category}
        </p>
        {chip}
      </div>
      {steps.length > 0 ? (
        <>
          <Steps steps={steps} icons={icons} />
          {waits ? <Line Icon={Clock} text={waits} /> : null}
          {children}
        </>
      ) : (
        <Line Icon={CircleMinus} text={refunded} />
      )}
    </article>
  );
}

function Line({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <p className="flex items-center gap-2.5 rounded-[14px] bg-canvas px-3.5 py-3 text-sm">
      <Icon size={20} aria-hidden className="shrink-0 text-ink-3" />
      {text}
    </p>
  );
}

function Steps({ steps, icons }: Pick<OrderCardProps, 'steps' | 'icons'>) {
  return (
    <ol aria-label="Delivery" className="grid grid-cols-3">
      {steps.map(({ name, at, state }, nth) => {
        const Icon = state === 'done' ? Check : (icons[nth] ?? Check);
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className={classNames(
              'relative grid content-start justify-items-center gap-1.5 text-center text-[0.8125rem] leading-tight text-ink-3',
              nth > 0 && 'before:absolute before:top-3 before:right-1/2 before:h-1 before:w-full',
              nth > 0 && (state === 'next' ? 'before:bg-sunken' : 'before:bg-ok'),
            )}
          >
            <span
              className={classNames(
                'relative z-1 grid size-7 place-items-center rounded-full transition-colors duration-160',
                state === 'done' && 'bg-ok text-surface',
                state === 'now' && 'bg-brand text-surface shadow-[0_0_0_4px_var(--c-brand-soft)]',
                state === 'next' && 'bg-sunken text-ink-3',
              )}
            >
              <Icon size={16} aria-hidden />
            </span>
            <span>
              <b className={classNames('block font-semibold', state !== 'next' && 'text-ink')}>{name}</b>
              {at === null ? null : formatDate(Date.parse(at))}
              <span className="sr-only">
                {state === 'done' ? ', done' : state === 'next' ? ', to come' : ''}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
