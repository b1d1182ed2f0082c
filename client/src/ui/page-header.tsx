import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTitle } from '../lib/use-title.ts';

interface PageHeaderProps {
  title: string;
  /** The target of the back arrow, or of the cross with `closes`. */
  backTo?: string;
  closes?: boolean;
  children?: ReactNode;
}

export function PageHeader({ title, backTo, closes, children }: PageHeaderProps) {
  const way = backTo ? (
    <Link
      to={backTo}
      aria-label={closes ? 'Close' : 'Back'}
      className="inline-grid size-tap shrink-0 place-items-center rounded-md bg-surface shadow-1"
    >
      {closes ? <X size={24} aria-hidden /> : <ChevronLeft size={24} aria-hidden />}
    </Link>
  ) : null;
  return (
    <header className="mx-auto flex min-h-15 w-full max-w-[1120px] flex-wrap items-center gap-2.5 px-4 py-2 lg:px-10 lg:pt-5">
      {closes ? null : way}
      <h1 className="min-w-min flex-1 text-[1.375rem] lg:text-[1.75rem]">{title}</h1>
      {children}
      {closes ? way : null}
    </header>
  );
}

/** The way back in the header of a stage. */
export function StageBack({ to }: { to: string }) {
  return (
    <Link
      to={to}
      aria-label="Back"
      className="inline-grid size-tap shrink-0 place-items-center rounded-md bg-white/12"
    >
      <ChevronLeft size={24} aria-hidden />
    </Link>
  );
}

/** The content of a main screen. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] content-start gap-3.5 px-4 pt-1 pb-7 lg:gap-5.5 lg:px-10 lg:pb-12">
      {children}
    </div>
  );
}

interface ScreenProps extends PageHeaderProps {
  /** Title of the browser's tab, if it differs. */
  tab?: string;
  /** Right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A main screen: the header and the content below it. */
export function Screen({ tab, aside, children, ...header }: ScreenProps) {
  useTitle(tab ?? header.title);
  return (
    <>
      <PageHeader {...header}>{aside}</PageHeader>
      <Page>{children}</Page>
    </>
  );
}
