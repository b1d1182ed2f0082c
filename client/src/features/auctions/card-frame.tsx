import { Timer } from 'lucide-react';
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
  /** Below the name: the price or a text. */
  facts: ReactNode;
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
  facts,
  actions,
}: CardFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-[24px] bg-surface shadow-2">
      <div
        className={classNames(
          'relative grid h-39 place-items-center overflow-hidden lg:h-42',
          tints[itemArtFor(name, category)],
        )}
      >
        <span
          aria-hidden="true"
          className="absolute top-1/2 left-1/2 size-[300px] -translate-1/2 rounded-full border-26 border-white/55 dark:border-white/28"
        />
        <ItemImage
          name={name}
          category={category}
          image={image}
          sizes="208px"
          artClassName="size-36"
          photoClassName="inset-x-0 inset-y-2 h-[calc(100%-1rem)] w-full"
        />
        <span className="absolute top-3 left-3">{badge}</span>
        {time ? (
          <span
            className={classNames(
              'absolute top-3 right-3 inline-flex h-[26px] items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold text-white',
              isHot ? 'bg-live' : 'bg-[#0a0f2e]',
            )}
          >
            <Timer size={16} aria-hidden />
            {time}
          </span>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3.5">
        <div>
          <h3 className="truncate text-ctl">{title ?? name}</h3>
          <div className="mt-1.5 flex min-h-5 items-center gap-2 text-sm text-ink-2">{facts}</div>
        </div>
        <div className="grid grid-cols-[1.45fr_1fr] gap-2.5 *:min-w-0 *:px-2! *:text-sm! lg:grid-cols-[auto_1fr] lg:*:px-1.5! lg:*:text-xs! lg:*:whitespace-nowrap">
          {actions}
        </div>
      </div>
    </div>
  );
}
