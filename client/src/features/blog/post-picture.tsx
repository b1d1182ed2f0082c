import { classNames } from '../../ui/class-names.ts';
import { ItemImage } from '../../ui/item-image.tsx';
import { postArtFor } from './post-art.ts';
import { postDrawings } from './post-drawings.tsx';

interface PostPictureProps {
  title: string;
  category: string;
  /** URL; empty for posts with a drawing. */
  image: string;
  isLead: boolean;
  className: string;
}

/**
 * The picture of a post, never cropped, or a drawing. Decorative: the title is beside it. With Save-Data a tap loads it.
 */
export function PostPicture({ title, category, image, isLead, className }: PostPictureProps) {
  const { Drawing, ground } = postDrawings[postArtFor(category, title)];
  return (
    <span className={classNames('relative grid place-items-center overflow-hidden', ground, className)}>
      <ItemImage
        name={title}
        category={category}
        image={image}
        sizes={isLead ? '(min-width: 64rem) 350px, 100vw' : '(min-width: 64rem) 350px, 108px'}
        isEager={isLead}
        drawing={<Drawing className={isLead ? 'relative size-33' : 'relative size-20 lg:size-33'} />}
      />
    </span>
  );
}
