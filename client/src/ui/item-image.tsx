import { phoneImageWidth, srcsetOf } from '@copup/shared/images.ts';
import { Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isThrifty } from '../lib/thrift.ts';
import { ItemArt } from './art/item-art.tsx';
import { classNames } from './class-names.ts';

interface ItemImageProps {
  name: string;
  category: string;
  /** URL; empty for items with a drawing. */
  image: string;
  /** The displayed width, as the attribute `sizes` of `img`. */
  sizes: string;
  artClassName?: string;
  /** In place of the item's drawing. */
  drawing?: ReactNode;
  /** Position of a photo in its box. */
  photoClassName?: string;
  /** Whether it is the main picture of the screen, which loads first. */
  isEager?: boolean;
}

/** Requested pictures stay visible on all screens until the page is reloaded. */
const requested = new Set<string>();

/**
 * An item's picture, or its drawing. With Save-Data the drawing is shown, and the picture is loaded on request only. It
 * fills the nearest positioned box and is never cropped.
 */
export function ItemImage(props: ItemImageProps) {
  const { name, category, image, sizes, photoClassName = 'inset-0 size-full', isEager } = props;
  const [tapped, setTapped] = useState<string>();
  const isTapped = tapped === image;
  const isHeldBack = image !== '' && isThrifty() && !isTapped && !requested.has(image) && !isLocal(image);
  if (image !== '' && !isHeldBack) {
    const avif = srcsetOf(image, 'avif');
    return (
      <picture>
        {avif ? (
          <>
            <source
              media="(max-width: 640px)"
              type="image/avif"
              srcSet={srcsetOf(image, 'avif', phoneImageWidth)}
              sizes={sizes}
            />
            <source type="image/avif" srcSet={avif} sizes={sizes} />
          </>
        ) : null}
        <img
          // The button disappears, so the focus moves to the picture.
          ref={isTapped ? (element) => element?.focus({ preventScroll: true }) : undefined}
          tabIndex={isTapped ? -1 : undefined}
          // Must precede src: some browsers start to load as soon as src is set.
          sizes={sizes}
          srcSet={srcsetOf(image, 'webp')}
          src={image}
          alt={isTapped ? name : ''}
          loading={isEager || isTapped ? 'eager' : 'lazy'}
          decoding="async"
          className={classNames('absolute object-contain outline-none', photoClassName)}
        />
      </picture>
    );
  }
  return (
    <>
      {props.drawing ?? (
        <ItemArt name={name} category={category} className={classNames('relative', props.artClassName)} />
      )}
      {isHeldBack ? (
        <ShowButton
          name={name}
          onClick={() => {
            requested.add(image);
            setTapped(image);
          }}
        />
      ) : null}
    </>
  );
}

/** A button over the whole drawing. A small one shows only its icon. */
function ShowButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="@container absolute inset-0 grid place-items-center">
      <span className="inline-flex items-center gap-1.5 rounded-full bg-[#0a0f2e] p-1.5 text-xs font-semibold text-white @[150px]:px-3">
        <Image size={16} aria-hidden />
        <span className="sr-only @[150px]:not-sr-only">Show picture</span>
        <span className="sr-only"> of {name}</span>
      </span>
    </button>
  );
}

/** Whether the picture is a chosen local file, which needs no download. */
function isLocal(image: string): boolean {
  return image.startsWith('blob:') || image.startsWith('data:');
}
