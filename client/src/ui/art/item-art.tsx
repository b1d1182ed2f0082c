import { type ItemArtKind, itemArtFor } from './item-art-kind.ts';
import { CarArt } from './items/car.tsx';
import { CoinsArt } from './items/coins.tsx';
import { CookerArt } from './items/cooker.tsx';
import { CouponArt } from './items/coupon.tsx';
import { GamepadArt } from './items/gamepad.tsx';
import { GeneratorArt } from './items/generator.tsx';
import { LaptopArt } from './items/laptop.tsx';
import { ParcelArt } from './items/parcel.tsx';
import { PhoneArt } from './items/phone.tsx';
import { SpeakerArt } from './items/speaker.tsx';
import { TelevisionArt } from './items/television.tsx';

const drawings: Record<ItemArtKind, typeof PhoneArt> = {
  phone: PhoneArt,
  car: CarArt,
  coins: CoinsArt,
  generator: GeneratorArt,
  cooker: CookerArt,
  coupon: CouponArt,
  television: TelevisionArt,
  gamepad: GamepadArt,
  speaker: SpeakerArt,
  laptop: LaptopArt,
  parcel: ParcelArt,
};

/** The drawing of an item that has no picture. */
export function ItemArt({
  name,
  category,
  className,
}: {
  name: string;
  category: string;
  className?: string;
}) {
  const Drawing = drawings[itemArtFor(name, category)];
  return <Drawing {...(className === undefined ? {} : { className })} />;
}
