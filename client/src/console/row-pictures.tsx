import { ItemPicture } from '../ui/item-picture.tsx';

interface RowPictureProps {
  name: string;
  category: string;
  image: string;
}

/** The picture of an item in a row of a list. */
export function RowPicture(props: RowPictureProps) {
  return <ItemPicture item={props} sizes="36px" className="size-9 rounded-[10px]" />;
}
