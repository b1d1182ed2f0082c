import { Mark } from './art/mark.tsx';

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 font-display text-xl leading-none font-bold tracking-tight">
      <Mark className="size-[30px]" />
      <span>copup</span>
    </span>
  );
}
