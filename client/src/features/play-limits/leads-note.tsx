import { Gavel } from 'lucide-react';

/** A3: a leading bid stays during a break. */
export function LeadsNote({ leads }: { leads: readonly string[] }) {
  const [first, ...others] = leads;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  return (
    <p className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-3 text-sm">
      <Gavel size={20} aria-hidden className="shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">
        You lead on <b className="font-semibold">{first}</b>
        {isOne ? '' : ` and ${others.length} more`}. {isOne ? 'That bid stays' : 'Those bids stay'} and can
        still win.
      </span>
    </p>
  );
}
