import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('rounded-lg bg-surface shadow-2', className)}>{children}</div>;
}
