import { CoinsArt } from '../../ui/art/items/coins.tsx';
import { GamepadArt } from '../../ui/art/items/gamepad.tsx';
import { PhoneArt } from '../../ui/art/items/phone.tsx';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import type { PostArt } from './post-art.ts';

/** A shield with a tick. */
function ShieldArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <path d="M100 18l66 24v50c0 44-27 74-66 92-39-18-66-48-66-92V42z" fill="#f6f4ee" />
      <path d="M100 32l53 19v42c0 36-21 61-53 76-32-15-53-40-53-76V51z" fill="#2438a6" />
      <circle
        cx="100"
        cy="98"
        r="46"
        fill="none"
        stroke="#c9d2ff"
        strokeWidth="3"
        strokeDasharray="1 9"
        strokeLinecap="round"
      />
      <path
        d="M76 99l17 18 33-37"
        fill="none"
        stroke="#ffb01f"
        strokeWidth="12"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A message that waves leave, as the rings of the mark. */
function NewsArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <g fill="none" stroke="#ffb01f" strokeWidth="7" strokeLinecap="round">
        <path d="M150 74a38 38 0 0 1 0 52" />
        <path d="M168 56a64 64 0 0 1 0 88" opacity=".6" />
      </g>
      <path d="M28 84h34l64-36v104l-64-36H28a8 8 0 0 1-8-8V92a8 8 0 0 1 8-8z" fill="#f6f4ee" />
      <path d="M46 116h26l10 42a8 8 0 0 1-8 10H62a8 8 0 0 1-8-6z" fill="#8ea2ff" />
      <path d="M62 84v32" stroke="#c9d2ff" strokeWidth="5" strokeDasharray="2 9" strokeLinecap="round" />
    </svg>
  );
}

/** By kind: the drawing, and the colour behind it, which is the same in both themes. */
export const postDrawings: Readonly<Record<PostArt, { Drawing: typeof PhoneArt; ground: string }>> = {
  vault: { Drawing: VaultDoor, ground: 'bg-stage adire' },
  auction: { Drawing: PhoneArt, ground: 'bg-[#0a5a3c] adire' },
  games: { Drawing: GamepadArt, ground: 'bg-[#7a1d0e] adire' },
  wallet: { Drawing: CoinsArt, ground: 'bg-[#3a2468] adire' },
  safety: { Drawing: ShieldArt, ground: 'bg-[#0b4a5c] adire' },
  news: { Drawing: NewsArt, ground: 'bg-stage-deep adire' },
};
