import { RotateCcw } from 'lucide-react';

/** What came back to the wallet, one line each, the first one bold. */
export function CoinsBack({ lines: [first, ...others] }: { lines: readonly string[] }) {
  return (
    <div className="flex items-center gap-3 rounded-[16px] bg-ok-soft px-3.5 py-3 leading-snug">
      <RotateCcw size={20} aria-hidden className="shrink-0 text-ok" />
      <p className="min-w-0">
        <b className="block font-semibold">{first}</b>
        {others.map((line) => (
          <span key={line} className="block text-sm">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}
