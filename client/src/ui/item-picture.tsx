import { classNames } from './class-names.ts';
import { ItemImage } from './item-image.tsx';

/** The largest square inside a disc, so that photos are not cropped. */
const squareInDisc = 'inset-[14.65%] size-[70.7%]';

interface ItemPictureProps {
  name: string;
  category: string;
  /** URL; empty for items with a drawing. */
  image: string;
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
  const { name, category, image, sizes, className, isRound, isEager } = props;
  return (
    <span
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden bg-[#eef0fb]',
        isRound ? 'rounded-full' : 'rounded-md dark:bg-[#bcc3e2]',
        className,
      )}
    >
      <ItemImage
        name={name}
        category={category}
        image={image}
        sizes={sizes}
        isEager={isEager}
        artClassName="size-[78%]"
        photoClassName={isRound ? squareInDisc : undefined}
      />
    </span>
  );
}
