import { classNames } from './class-names.ts';
import { ItemImage } from './item-image.tsx';

/** The largest square that a disc holds: nothing of a photo is cut off. */
const squareInDisc = 'inset-[14.65%] size-[70.7%]';

interface ItemPictureProps {
  name: string;
  category: string;
  /** URL; empty where the drawing stands for it. */
  image: string;
  /** How wide it is shown, as an `img` takes it in `sizes`. */
  sizes: string;
  className?: string;
  /** A disc instead of a tile. It lies on the stage, which is the same in both themes. */
  isRound?: boolean;
  /** For the one picture the screen is about. */
  isEager?: boolean;
}

/** An item's picture or drawing on a rounded tile. Decorative: its name stands beside it. */
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
