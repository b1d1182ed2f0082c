import type { ContestKind } from '@copup/shared/contests.ts';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The drawing of a kind of contest, on a stage. */
export function KindArt({ kind, className }: { kind: ContestKind; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('grid place-items-center overflow-hidden', className)}>
      {kind === 'tap' ? <CoinCharacter className="h-full" /> : kind === 'card' ? <Cards /> : <Sums />}
    </span>
  );
}

const digits = { fontFamily: 'var(--font-display)', fontWeight: 700, textAnchor: 'middle' } as const;

function Back({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <rect x="-19" y="-29" width="38" height="58" rx="7" fill="#2438a6" stroke="#f6f4ee" strokeWidth="3" />
      <g fill="none" stroke="#c9d2ff">
        <circle r="4" strokeWidth="2.5" />
        <circle r="9" strokeWidth="2" strokeDasharray="1 3" strokeLinecap="round" />
        <circle r="14" strokeWidth="1.4" />
      </g>
    </g>
  );
}

function Cards() {
  return (
    <svg viewBox="0 0 130 90" aria-hidden="true" className="h-full max-w-full">
      <Back transform="translate(30 49) rotate(-15)" />
      <Back transform="translate(100 49) rotate(15)" />
      <rect x="43" y="9" width="44" height="66" rx="8" fill="#f6f4ee" stroke="#ffb01f" strokeWidth="4" />
      <text x="65" y="52" fontSize="28" fill="#2a1700" {...digits}>
        10
      </text>
    </svg>
  );
}

function Sums() {
  return (
    <svg viewBox="0 0 130 90" aria-hidden="true" className="h-full max-w-full">
      <g transform="rotate(-6 32 36)">
        <rect x="9" y="13" width="46" height="46" rx="12" fill="#f6f4ee" />
        <text x="32" y="46" fontSize="28" fill="#0f1530" {...digits}>
          7
        </text>
      </g>
      <g transform="rotate(6 98 36)">
        <rect x="75" y="13" width="46" height="46" rx="12" fill="#f6f4ee" />
        <text x="98" y="46" fontSize="28" fill="#0f1530" {...digits}>
          5
        </text>
      </g>
      <circle cx="65" cy="58" r="20" fill="#a86200" />
      <circle cx="65" cy="54" r="20" fill="#ffb01f" />
      <path d="M65 44v20M55 54h20" stroke="#2a1700" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

const shield = 'M0 -34 30 -26 V4 C30 22 14 34 0 40 C-14 34 -30 22 -30 4 V-26Z';

/** Two crests against each other. */
export function DuelArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 150 120" aria-hidden="true" className={className}>
      <g transform="translate(50 48) rotate(-8)">
        <path d={shield} fill="#0a7245" stroke="#fff" strokeWidth="4" />
        <path d="M-9 -31 9 -31 9 36 0 40 -9 36Z" fill="#f6f4ee" />
      </g>
      <g transform="translate(103 70) rotate(10)">
        <path d={shield} fill="#2438a6" stroke="#fff" strokeWidth="4" />
        <path d="M-28 -8 28 -8 28 8 -28 8Z" fill="#ffb01f" />
      </g>
      <circle cx="76" cy="62" r="19" fill="#a86200" stroke="#16277f" strokeWidth="3" />
      <circle cx="76" cy="59" r="18" fill="#ffb01f" />
      <text x="76" y="65" fontSize="15" fill="#2a1700" {...digits}>
        VS
      </text>
    </svg>
  );
}
