import { srcsetOf } from '@copup/shared/images.ts';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { isThrifty } from '../lib/thrift.ts';
import { ItemArt } from './art/item-art.tsx';
import { classNames } from './class-names.ts';

interface ItemImageProps {
  name: string;
  category: string;
  /** URL; empty where the drawing stands for it. */
  image: string;
  /** How wide the picture is shown, as an `img` takes it in `sizes`. */
  sizes: string;
  /** Of the drawing. */
  artClassName: string;
  /** Where a photo lies in its box. */
  photoClassName?: string;
  /** For the one picture the screen is about. */
  isEager?: boolean;
}

/** What was asked for stays, on this and other screens, as long as the page does. */
const asked = new Set<string>();

/**
 * An item's picture, or its drawing. Who saves data sees the drawing until they ask for the picture; nothing of it is
 * loaded before. It fills the nearest positioned box and is never cropped.
 */
export function ItemImage(props: ItemImageProps) {
  const { name, category, image, sizes, artClassName, photoClassName = 'inset-0 size-full', isEager } = props;
  const [tapped, setTapped] = useState<string>();
  const isTapped = tapped === image;
  const isHeldBack = image !== '' && isThrifty() && !isTapped && !asked.has(image) && !isLocal(image);
  if (image !== '' && !isHeldBack) {
    const avif = srcsetOf(image, 'avif');
    return (
      <picture>
        {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
        <img
          // The button is gone: the focus of the keyboard moves to the picture.
          ref={isTapped ? (element) => element?.focus({ preventScroll: true }) : undefined}
          tabIndex={isTapped ? -1 : undefined}
          // Before src: some browsers begin to load as soon as that is set.
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
      <ItemArt name={name} category={category} className={classNames('relative', artClassName)} />
      {isHeldBack ? (
        <ShowButton
          name={name}
          onClick={() => {
            asked.add(image);
            setTapped(image);
          }}
        />
      ) : null}
    </>
  );
}

/** Over the whole drawing. On a small one only its icon is seen. */
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

/** A file that was just chosen: it costs nothing to show. */
function isLocal(image: string): boolean {
  return image.startsWith('blob:') || image.startsWith('data:');
}
