import { CircleMinus, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { type StepDot, StepDots } from '../../ui/step-dots.tsx';

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
  steps: readonly StepDot[];
  /** Why it is not sent yet. */
  waits: string | undefined;
  /** What a refund returned. */
  refunded: string;
  /** What finds the parcel or the payment. */
  children?: ReactNode;
}

/** An order of an auction or a heist: what was won, and how far it is. */
export function OrderCard(props: OrderCardProps) {
  const { id, name, item, note, chip, steps, waits, refunded, children } = props;
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
          <StepDots label="Delivery" steps={steps} />
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
