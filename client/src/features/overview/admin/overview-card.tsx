import { operatorPath } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface OverviewCardProps {
  id: string;
  title: string;
  /** Beside the title. */
  chip?: ReactNode;
  /** To the page with all of it. */
  link: { to: string; name: string };
  headClass?: string;
  children: ReactNode;
}

export function OverviewCard({ id, title, chip, link, headClass = '', children }: OverviewCardProps) {
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className={`flex flex-wrap items-center gap-2.5 px-4 py-3 ${headClass}`}>
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {chip}
        <Link
          to={operatorPath(link.to)}
          className="ml-auto inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          {link.name}
        </Link>
      </header>
      {children}
    </section>
  );
}
