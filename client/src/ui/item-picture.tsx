import { classNames } from './class-names.ts';
import { ItemImage } from './item-image.tsx';

/** The largest square inside a disc, so that photos are not cropped. */
const squareInDisc = 'inset-[14.65%] size-[70.7%]';

interface ItemPictureProps {
  /** `image` is a URL, or empty for items with a drawing. */
  item: { name: string; category: string; image: string };
  /** The displayed width, as the attribute `sizes` of `img`. */
  sizes: string;
  className?: string;
  /** A disc instead of a tile, for the stage, which is the same in both themes. */
  isRound?: boolean;
  /** Whether it is the main picture of the screen, which loads first. */
  isEager?: boolean;
}

/** An item's picture or drawing on a rounded tile. Decorative: its name is displayed beside it. */
export function ItemPicture(props: ItemPictureProps) {
  const { item, sizes, className, isRound, isEager } = props;
  return (
    <span
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden bg-[#eef0fb]',
        isRound ? 'rounded-full' : 'rounded-md dark:bg-[#bcc3e2]',
        className,
      )}
    >
      <ItemImage
        name={item.name}
        category={item.category}
        image={item.image}
        sizes={sizes}
        isEager={isEager}
        artClassName="size-[78%]"
        photoClassName={isRound ? squareInDisc : undefined}
      />
    </span>
  );
}
