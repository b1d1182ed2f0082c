import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { SavedViews } from './views/saved-views.tsx';

export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h1 className="text-[1.375rem] lg:text-[1.75rem]">{title}</h1>
      <SavedViews />
      {children}
    </div>
  );
}
