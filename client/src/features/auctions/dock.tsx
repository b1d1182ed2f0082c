import type { ReactNode } from 'react';

/** At the bottom of the screen, of which large text leaves a part free; on a desktop at the bottom of its column. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <div
      data-dock
      className="fixed inset-x-0 bottom-0 z-30 max-h-[60dvh] overflow-y-auto bg-surface px-4 pt-1.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--c-line),0_-16px_32px_-20px_rgb(15_21_48/0.3)] lg:sticky lg:max-h-none lg:overflow-visible lg:-mx-8 lg:mt-auto lg:-mb-8 lg:bg-canvas lg:px-8 lg:pt-3 lg:pb-8 lg:shadow-none"
    >
      {children}
    </div>
  );
}
