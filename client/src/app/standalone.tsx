import type { ReactNode } from 'react';
import { EmptyRing } from '../ui/art/empty-ring.tsx';

interface StandaloneProps {
  title: string;
  text: ReactNode;
  action: ReactNode;
}

/** A page with one message and links. */
export function Standalone({ title, text, action }: StandaloneProps) {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-5 py-10">
      <div className="grid max-w-[42ch] grid-cols-[minmax(0,1fr)] justify-items-center wrap-anywhere gap-2 text-center">
        <EmptyRing className="size-32" />
        <h1 className="text-2xl">{title}</h1>
        <p className="text-balance text-ink-2">{text}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>
      </div>
    </div>
  );
}
