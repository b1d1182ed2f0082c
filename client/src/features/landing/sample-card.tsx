import { PhoneArt } from '../../ui/art/items/phone.tsx';
import { Coins } from '../../ui/money.tsx';

/** A static sample of a live auction, because visitors' pages send no API calls. */
export function SampleCard() {
  return (
    <figure className="absolute inset-x-4 bottom-3.5 z-4 flex items-center gap-3 rounded-lg bg-white py-2.5 pr-3 pl-2.5 text-[#0f1530] shadow-[0_18px_40px_-12px_rgb(3_6_30/0.6)] lg:inset-x-auto lg:right-[max(40px,calc(50vw-580px))] lg:bottom-9 lg:mr-15 lg:w-[400px] lg:py-3.5 lg:pr-4.5 lg:pl-3.5">
      <span className="relative size-15 shrink-0">
        <svg viewBox="0 0 120 120" aria-hidden="true" className="absolute inset-0 size-full">
          <circle cx="60" cy="60" r="46.5" fill="none" stroke="#e6e9fb" strokeWidth="11" />
          <circle
            cx="60"
            cy="60"
            r="46.5"
            fill="none"
            stroke="#ffb01f"
            strokeWidth="11"
            strokeLinecap="round"
            strokeDasharray="204.5 292.2"
            transform="rotate(-90 60 60)"
          />
        </svg>
        <PhoneArt className="absolute inset-3.5 size-8" />
      </span>
      <figcaption className="min-w-0 flex-1">
        <span className="block truncate font-semibold">iPhone 15 Pro Max 256GB</span>
        <span className="text-sm text-[#474c66]">
          <span className="sr-only">An example of a live auction: </span>42 seconds left
        </span>
      </figcaption>
      <span className="text-right">
        <Coins amount={14_820} className="text-money-sm" />
        <span className="mt-1 block text-xs text-[#474c66]">₦1,482,000</span>
      </span>
    </figure>
  );
}
