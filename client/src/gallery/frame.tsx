import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

/** One group of components on the page. */
export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 className="border-b border-line pb-2 text-[1.125rem]">{title}</h2>
      {children}
    </section>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

/** The indigo background of some components. */
export function Stage({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('stage adire overflow-hidden rounded-[22px] p-4.5', className)}>
      {children}
    </div>
  );
}

/** Changes what a shelf shows. */
export function Press({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button look="line" size="sm" onClick={onPress}>
      {children}
    </Button>
  );
}
