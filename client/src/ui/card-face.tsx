import { classNames } from './class-names.ts';

export function CardFace({ value }: { value: number }) {
  return (
    <span
      className={classNames(
        'grid min-h-11 min-w-9 shrink-0 place-items-center rounded-[10px] border-2 bg-[#f6f4ee] font-display text-lg font-bold text-on-coin',
        value === 0 ? 'border-ctl' : 'border-coin',
      )}
    >
      {value}
    </span>
  );
}
