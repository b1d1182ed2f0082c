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
  /** Of the drawing. */
  artClassName: string;
  /** For the one picture the screen is about. */
  isEager?: boolean;
}

/** What was asked for stays, on this and other screens, as long as the page does. */
const asked = new Set<string>();

/**
 * An item's picture, or its drawing. Who saves data sees the drawing until they ask for the picture; nothing of it is
 * loaded before. Its box is the nearest positioned one.
 */
export function ItemImage({ name, category, image, artClassName, isEager }: ItemImageProps) {
  const [tapped, setTapped] = useState<string>();
  const isTapped = tapped === image;
  const isHeldBack = image !== '' && isThrifty() && !isTapped && !asked.has(image) && !isLocal(image);
  if (image !== '' && !isHeldBack) {
    return (
      <img
        // The button is gone: whoever pressed it by keyboard goes on from here.
        ref={isTapped ? (element) => element?.focus({ preventScroll: true }) : undefined}
        tabIndex={isTapped ? -1 : undefined}
        src={image}
        alt={isTapped ? name : ''}
        loading={isEager || isTapped ? 'eager' : 'lazy'}
        decoding="async"
        className="relative size-full object-contain outline-none"
      />
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
