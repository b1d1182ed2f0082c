import { paths } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { StageBack } from '../../ui/page-header.tsx';

interface StageHeaderProps {
  name: string;
  /** State of the heist; red while something happens. */
  badge: ReactNode;
  isLive: boolean;
  className?: string;
}

/** The header of a heist on a stage. */
export function StageHeader({ name, badge, isLive, className }: StageHeaderProps) {
  return (
    <header
      className={classNames(
        'relative flex min-h-15 w-full items-center gap-2.5 px-4 pt-2 lg:px-10 lg:pt-5',
        className,
      )}
    >
      <StageBack to={paths.heists} />
      <h1 className="min-w-0 flex-1 text-[1.125rem] wrap-anywhere">{name}</h1>
      <span
        className={classNames(
          'inline-flex h-[26px] shrink-0 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-xs leading-none font-bold whitespace-nowrap',
          isLive ? 'bg-live text-on-live' : 'bg-white/16',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'size-2 rounded-full',
            isLive ? 'animate-pulse-bead bg-current' : 'border-2 border-current',
          )}
        />
        {badge}
      </span>
    </header>
  );
}
