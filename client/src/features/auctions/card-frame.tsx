import { formatNumber } from '@copup/shared/coins.ts';
import { Timer, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ItemArtKind, itemArtFor } from '../../ui/art/item-art-kind.ts';
import { classNames } from '../../ui/class-names.ts';
import { ItemImage } from '../../ui/item-image.tsx';

const [blue, amber, green, pink] = [
  'bg-[#e7eafb] dark:bg-[#bcc3e2]',
  'bg-[#ffeccb] dark:bg-[#e0cda6]',
  'bg-[#ddf0e5] dark:bg-[#b9d3c5]',
  'bg-[#fde3dc] dark:bg-[#e2c3ba]',
];
/** Background of each drawing. */
const tints: Record<ItemArtKind, string> = {
  phone: blue,
  television: blue,
  gamepad: blue,
  laptop: green,
  speaker: amber,
  coins: amber,
  cooker: amber,
  generator: green,
  coupon: green,
  car: pink,
  parcel: pink,
};

interface CardFrameProps {
  name: string;
  /** The displayed name if it is a link. */
  title?: ReactNode;
  category: string;
  image: string;
  badge: ReactNode;
  time: string | null;
  isHot?: boolean;
  /** How many watch it now; 0 is not shown. */
  watchers?: number;
  /** Below the name: the price or a text. */
  facts: ReactNode;
  /** Below the price: how the user stands. */
  status?: ReactNode;
  actions: ReactNode;
}

/** The look of an auction in a list. */
export function CardFrame({
  name,
  title,
  category,
  image,
  badge,
  time,
  isHot,
  watchers = 0,
  facts,
  status,
  actions,
}: CardFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-[24px] bg-surface shadow-2">
      <div
        className={classNames(
          'relative grid aspect-[16/10] place-items-center overflow-hidden',
          tints[itemArtFor(name, category)],
        )}
      >
        <span
          aria-hidden="true"
          className="absolute top-1/2 left-1/2 size-[330px] -translate-1/2 rounded-full border-26 border-white/55 dark:border-white/28"
        />
        <ItemImage
          name={name}
          category={category}
          image={image}
          sizes="(min-width: 1024px) 320px, 358px"
          artClassName="size-[76%]"
          photoClassName="inset-x-0 inset-y-2.5 h-[calc(100%-1.25rem)] w-full"
        />
        <span className="absolute top-3 left-3">{badge}</span>
        {time ? (
          <span
            className={classNames(
              'absolute top-3 right-3 inline-flex h-[30px] items-center gap-1.5 rounded-full px-3 text-sm font-bold text-white tabular-nums',
              isHot ? 'bg-live' : 'bg-[#0a0f2e]',
            )}
          >
            <Timer size={16} aria-hidden />
            {time}
          </span>
        ) : null}
        {watchers > 0 ? (
          <span className="absolute bottom-3 left-3 inline-flex h-7 items-center gap-1.5 rounded-full bg-white/92 px-2.5 text-[0.8125rem] font-semibold text-[#0f1530]">
            <Users size={16} aria-hidden />
            {formatNumber(watchers)} watching
          </span>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2.5 p-3.5">
        <h3 className="truncate text-ctl lg:text-[1.125rem]">{title ?? name}</h3>
        <div className="text-ink-2">{facts}</div>
        {status}
        <div className="grid grid-cols-[1.45fr_1fr] gap-2.5 *:min-w-0 *:px-2! *:text-sm! lg:grid-cols-[minmax(56%,auto)_1fr] lg:*:px-1.5! lg:*:text-xs! lg:*:whitespace-nowrap">
          {actions}
        </div>
      </div>
    </div>
  );
}
