import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const looks = {
  plain: 'bg-sunken text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-danger-soft text-danger',
  hot: 'bg-live-soft text-live-text',
  brand: 'bg-brand-soft text-brand',
  coin: 'bg-coin-soft text-coin-text',
};

export type ChipLook = keyof typeof looks;

export function Chip({ look = 'plain', children }: { look?: ChipLook; children: ReactNode }) {
  return (
    <span
      className={classNames(
        looks[look],
        'inline-flex h-[26px] shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
      )}
    >
      {children}
    </span>
  );
}
