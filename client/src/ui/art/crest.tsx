import { type CrestPattern, parseCrest } from '@copup/shared/crest.ts';

const shield = 'M21 1 40 7v16c0 12-8 18-19 22C10 41 2 35 2 23V7z';
const marks: Record<CrestPattern, string> = {
  pale: 'M15 5h12v36l-6 3-6-3z',
  fess: 'M2 17h38v9H2z',
  bend: 'M2 9 40 30v-9L8 4z',
  roundel: 'M21 10a12 12 0 1 1 0 24 12 12 0 0 1 0-24z',
  bars: 'M2 12h38v5H2zm1 10h36v5H3z',
  halves: 'M21 1v44C10 41 2 35 2 23V7z',
};

/** A team's drawing. Decorative: its name stands beside it. */
export function Crest({ crest, className }: { crest: string; className?: string }) {
  const { pattern, field, mark } = parseCrest(crest);
  return (
    <svg viewBox="0 0 42 46" aria-hidden="true" className={className}>
      <path d={shield} fill={field} stroke="var(--c-ctl)" />
      <path d={marks[pattern]} fill={mark} />
    </svg>
  );
}
