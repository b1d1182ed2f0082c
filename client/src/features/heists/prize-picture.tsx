import type { CompletedHeist } from '@copup/shared/heists.ts';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';

const tints: Partial<Record<CompletedHeist['category'], string>> = {
  cash: 'bg-[#ffeccb]! dark:bg-[#e0cda6]!',
  coupon: 'bg-[#ddf0e5]! dark:bg-[#b9d3c5]!',
};

interface PrizePictureProps {
  heist: Pick<CompletedHeist, 'prize_name' | 'category' | 'prize_image'>;
  sizes: string;
  className: string;
}

/** The prize of a heist on a tile, tinted by its category. */
export function PrizePicture({ heist, sizes, className }: PrizePictureProps) {
  const { prize_name: name, category, prize_image: image } = heist;
  return (
    <ItemPicture
      item={{ name, category, image }}
      sizes={sizes}
      className={classNames(className, tints[category])}
    />
  );
}
