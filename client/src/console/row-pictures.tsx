import { Avatar } from '../ui/art/avatar.tsx';
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

/** The initials of a user in a row of a list. */
export function RowAvatar({ name, username = name }: { name: string; username?: string }) {
  return <Avatar name={name} username={username} size={36} />;
}
