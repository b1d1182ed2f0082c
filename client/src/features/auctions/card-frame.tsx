import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
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
  category: string;
  image: string;
  /** The auction's page; a demo auction has none. */
  to?: string;
  /** On the picture. */
  badge: ReactNode;
  /** Above the name: how the user stands. */
  status?: ReactNode;
  /** Below the name: the price or a text. */
  facts: ReactNode;
  isOutbid?: boolean;
  actions: ReactNode;
}

/** The look of an auction in a list: on a phone two and a half of them are visible at once. */
export function CardFrame(props: CardFrameProps) {
  const { name, category, image, to, isOutbid = false } = props;
  return (
    <div
      className={classNames(
        'grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] gap-2.5 rounded-[24px] bg-surface p-3',
        isOutbid ? 'shadow-[inset_0_0_0_2px_var(--c-live-text),var(--sh-2)]' : 'shadow-2',
      )}
    >
      <div className="grid grid-cols-[116px_minmax(0,1fr)] content-start gap-3 lg:grid-cols-1">
        <div
          className={classNames(
            'relative grid h-29 place-items-center overflow-hidden rounded-[16px] lg:h-38.5',
            tints[itemArtFor(name, category)],
          )}
        >
          {/* A second way in, below what else can be pressed. */}
          {to ? <Link to={to} tabIndex={-1} aria-hidden="true" className="absolute inset-0" /> : null}
          <ItemImage
            name={name}
            category={category}
            image={image}
            sizes="(min-width: 1024px) 320px, 116px"
            artClassName="pointer-events-none size-[76%]"
            photoClassName="pointer-events-none inset-0 size-full"
          />
          <span className="pointer-events-none absolute top-1.5 left-1.5">{props.badge}</span>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-0.5 lg:px-1">
          {props.status}
          <h3 className="line-clamp-2 text-base leading-tight">
            {to ? (
              <Link to={to} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          {props.facts}
        </div>
      </div>
      <div className="grid gap-2">{props.actions}</div>
    </div>
  );
}
