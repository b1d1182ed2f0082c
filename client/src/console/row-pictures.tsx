import { ItemPicture } from '../ui/item-picture.tsx';

/** The picture of an item in a row of a list. */
export function RowPicture(props: { name: string; category: string; image: string }) {
  return <ItemPicture item={props} sizes="36px" className="size-9 rounded-[10px]" />;
}
