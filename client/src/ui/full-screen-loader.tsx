import { Mark } from './art/mark.tsx';

export function FullScreenLoader() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-canvas text-ink">
      <Mark className="size-14 animate-spin [animation-duration:1.2s] motion-reduce:animate-none" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
