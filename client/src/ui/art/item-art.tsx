import type { ReactNode } from 'react';
import { type ItemArtKind, itemArtFor } from './item-art-kind.ts';
import { CoinsArt } from './items/coins.tsx';
import { CouponArt } from './items/coupon.tsx';
import { GamepadArt } from './items/gamepad.tsx';
import { PhoneArt } from './items/phone.tsx';

interface ArtProps {
  className?: string;
}

const art =
  (drawing: ReactNode) =>
  ({ className }: ArtProps) => (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      {drawing}
    </svg>
  );

/** Those in files of their own are also on pages that need no others. */
const drawings: Record<ItemArtKind, typeof PhoneArt> = {
  phone: PhoneArt,
  coins: CoinsArt,
  coupon: CouponArt,
  gamepad: GamepadArt,
  car: art(
    <>
      <ellipse cx="100" cy="152" rx="88" ry="8" fill="#0f1530" opacity=".14" />
      <path
        d="M12 132c0-20 10-27 32-31l12-3c16-24 30-36 58-36h6c26 0 40 12 54 34l6 2c9 3 12 12 12 22v16a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8z"
        fill="#e4452b"
      />
      <path d="M12 126h180v10a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8z" fill="#b92a12" />
      <path d="M70 98c10-15 21-24 38-24h2v24zM118 74h4c16 0 27 9 36 24h-40z" fill="#dde3ff" />
      <path d="M84 98 98 76l8-2-16 24z" fill="#fff" />
      <rect x="122" y="106" width="16" height="4" rx="2" fill="#fff" opacity=".7" />
      <path d="M178 110h12q2 5 2 10h-12z" fill="#ffe9c4" />
      <path d="M12 118h12v8H12z" fill="#ffe9c4" />
      <g>
        <circle cx="54" cy="142" r="21" fill="#0f1530" />
        <circle cx="54" cy="142" r="10" fill="none" stroke="#c9d2ff" strokeWidth="4" />
        <circle cx="152" cy="142" r="21" fill="#0f1530" />
        <circle cx="152" cy="142" r="10" fill="none" stroke="#c9d2ff" strokeWidth="4" />
      </g>
    </>,
  ),
  generator: art(
    <>
      <ellipse cx="100" cy="166" rx="84" ry="8" fill="#0f1530" opacity=".14" />
      <rect x="24" y="48" width="152" height="112" rx="18" fill="none" stroke="#0f1530" strokeWidth="9" />
      <rect x="44" y="34" width="112" height="48" rx="18" fill="#e4452b" />
      <path d="M44 62h112v4a16 16 0 0 1-16 16H60a16 16 0 0 1-16-16z" fill="#b92a12" />
      <rect x="86" y="26" width="26" height="12" rx="6" fill="#0f1530" />
      <rect x="38" y="88" width="64" height="62" rx="10" fill="#2a45d6" />
      <circle cx="70" cy="112" r="9" fill="#dde3ff" />
      <circle cx="67" cy="111" r="1.8" fill="#0f1530" />
      <circle cx="73" cy="111" r="1.8" fill="#0f1530" />
      <rect x="50" y="130" width="40" height="8" rx="4" fill="#8ea2ff" />
      <circle cx="136" cy="118" r="30" fill="#474c66" />
      <circle cx="136" cy="118" r="19" fill="none" stroke="#c9d2ff" strokeWidth="5" strokeDasharray="4 6" />
      <circle cx="136" cy="118" r="7" fill="#f6f4ee" />
      <rect x="40" y="156" width="22" height="12" rx="4" fill="#0f1530" />
      <rect x="138" y="156" width="22" height="12" rx="4" fill="#0f1530" />
    </>,
  ),
  cooker: art(
    <>
      <ellipse cx="100" cy="168" rx="76" ry="8" fill="#0f1530" opacity=".14" />
      <rect x="84" y="24" width="32" height="20" rx="9" fill="#0f1530" />
      <path d="M34 86a66 50 0 0 1 132 0z" fill="#ff8468" />
      <path d="M100 36a66 50 0 0 1 66 50h-66z" fill="#e4452b" />
      <rect x="14" y="98" width="30" height="18" rx="9" fill="#0f1530" />
      <rect x="156" y="98" width="30" height="18" rx="9" fill="#0f1530" />
      <path d="M28 92h144v38a34 34 0 0 1-34 34H62a34 34 0 0 1-34-34z" fill="#2a45d6" />
      <path d="M100 92h72v38a34 34 0 0 1-34 34h-38z" fill="#2438a6" />
      <rect x="22" y="82" width="156" height="16" rx="8" fill="#dde3ff" />
      <rect x="66" y="112" width="68" height="38" rx="12" fill="#0f1b5e" />
      <rect x="78" y="122" width="30" height="6" rx="3" fill="#8ea2ff" />
      <rect x="78" y="134" width="20" height="6" rx="3" fill="#8ea2ff" />
      <circle cx="120" cy="131" r="7" fill="#ffb01f" />
    </>,
  ),
  television: art(
    <>
      <ellipse cx="100" cy="164" rx="70" ry="7" fill="#0f1530" opacity=".14" />
      <rect x="12" y="36" width="176" height="108" rx="12" fill="#0f1530" />
      <rect x="19" y="43" width="162" height="94" rx="7" fill="#2a45d6" />
      <circle cx="100" cy="102" r="30" fill="#ff8468" />
      <path d="M19 112q40-22 84 0t78-2v20a7 7 0 0 1-7 7H26a7 7 0 0 1-7-7z" fill="#0f1b5e" />
      <path d="M66 160l8-16h52l8 16z" fill="#474c66" />
    </>,
  ),
  speaker: art(
    <>
      <ellipse cx="100" cy="172" rx="62" ry="7" fill="#0f1530" opacity=".14" />
      <path d="M72 40V28a28 14 0 0 1 56 0v12" fill="none" stroke="#474c66" strokeWidth="9" />
      <rect x="46" y="34" width="108" height="136" rx="24" fill="#0f1530" />
      <rect x="54" y="42" width="92" height="120" rx="18" fill="#2a45d6" />
      <circle cx="100" cy="114" r="37" fill="#0f1b5e" />
      <circle cx="100" cy="114" r="26" fill="none" stroke="#8ea2ff" strokeWidth="4" strokeDasharray="2 7" />
      <circle cx="100" cy="114" r="12" fill="#ff8468" />
      <circle cx="100" cy="62" r="11" fill="#0f1b5e" />
      <circle cx="100" cy="62" r="5" fill="#ffb01f" />
    </>,
  ),
  laptop: art(
    <>
      <ellipse cx="100" cy="162" rx="84" ry="6" fill="#0f1530" opacity=".14" />
      <rect x="36" y="42" width="128" height="92" rx="10" fill="#0f1530" />
      <rect x="43" y="49" width="114" height="78" rx="5" fill="#2a45d6" />
      <path d="M43 104q30-20 60-2t54-8v28a5 5 0 0 1-5 5H48a5 5 0 0 1-5-5z" fill="#0f1b5e" />
      <circle cx="128" cy="72" r="11" fill="#ffb01f" />
      <path d="M18 138h164l-6 14a10 10 0 0 1-9 6H33a10 10 0 0 1-9-6z" fill="#8ea2ff" />
      <path d="M82 138h36v5a5 5 0 0 1-5 5H87a5 5 0 0 1-5-5z" fill="#5d75e8" />
    </>,
  ),
  /** For items without a matching drawing. */
  parcel: art(
    <>
      <ellipse cx="100" cy="168" rx="74" ry="8" fill="#0f1530" opacity=".14" />
      <path d="M100 58C78 22 42 30 52 52c5 10 28 10 48 6z" fill="#e4452b" />
      <path d="M100 58c22-36 58-28 48-6-5 10-28 10-48 6z" fill="#b92a12" />
      <rect x="36" y="86" width="128" height="80" rx="12" fill="#2a45d6" />
      <path d="M100 86h64v68a12 12 0 0 1-12 12h-52z" fill="#2438a6" />
      <rect x="26" y="56" width="148" height="36" rx="10" fill="#4a63ea" />
      <rect x="86" y="56" width="28" height="110" fill="#ffb01f" />
      <rect x="86" y="56" width="28" height="36" fill="#ffcf70" />
      <circle cx="100" cy="58" r="11" fill="#ff8468" />
    </>,
  ),
};

interface ItemArtProps extends ArtProps {
  name: string;
  category: string;
}

/** The drawing of an item that has no picture. */
export function ItemArt({ name, category, ...look }: ItemArtProps) {
  const Drawing = drawings[itemArtFor(name, category)];
  return <Drawing {...look} />;
}
