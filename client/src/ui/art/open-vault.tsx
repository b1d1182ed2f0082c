import { classNames } from '../class-names.ts';
import { ItemImage } from '../item-image.tsx';

const bolts = Array.from({ length: 12 }, (_, at) => at * 30);

interface OpenVaultProps {
  name: string;
  category: string;
  /** URL of the prize's picture; empty for prizes with a drawing. */
  image: string;
  className?: string;
}

/** An open vault with the prize inside. Its door swings open when it appears. */
export function OpenVault({ name, category, image, className }: OpenVaultProps) {
  return (
    <div className={classNames('relative aspect-[260/240]', className)}>
      <svg viewBox="0 0 260 240" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <circle cx="138" cy="120" r="112" fill="#0f1b5e" />
        <circle cx="138" cy="120" r="104" fill="#2438a6" />
        {bolts.map((angle) => (
          <circle
            key={angle}
            cx="138"
            cy="22"
            r="4.5"
            fill="#8ea2ff"
            transform={`rotate(${angle} 138 120)`}
          />
        ))}
        <circle cx="138" cy="120" r="88" fill="#a86200" />
        <circle cx="138" cy="120" r="84" fill="#ffcf70" stroke="#ffb01f" strokeWidth="9" />
      </svg>
      <span className="absolute top-[28%] left-[33%] grid h-[44%] w-[40.6%] place-items-center">
        <ItemImage
          name={name}
          category={category}
          image={image}
          sizes="160px"
          isEager
          artClassName="size-full"
        />
      </span>
      <svg viewBox="0 0 260 240" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <g className="origin-[20%_50%] animate-door-side">
          <path d="M34 40h20v160H34z" fill="#0f1b5e" />
          <ellipse cx="36" cy="120" rx="31" ry="104" fill="#0f1b5e" />
          <ellipse cx="31" cy="120" rx="29" ry="99" fill="#2438a6" />
          <ellipse cx="30" cy="120" rx="22" ry="80" fill="#16277f" stroke="#3d50bd" strokeWidth="3" />
          <path
            d="M30 120 36 66M30 120 19 160M30 120 44 152"
            stroke="#f6f4ee"
            strokeWidth="7"
            strokeLinecap="round"
          />
          <ellipse cx="30" cy="120" rx="8" ry="20" fill="#ffb01f" stroke="#a86200" strokeWidth="2" />
        </g>
        <g className="origin-[12%_50%] scale-x-0 animate-door-front">
          <circle cx="138" cy="120" r="104" fill="#2438a6" />
          <circle cx="138" cy="120" r="92" fill="#16277f" stroke="#3d50bd" strokeWidth="3" />
          <circle cx="138" cy="120" r="26" fill="#ffb01f" />
          <circle cx="138" cy="120" r="17" fill="#ffcf70" stroke="#dd8f05" strokeWidth="2" />
        </g>
      </svg>
    </div>
  );
}
