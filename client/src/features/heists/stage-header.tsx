import { paths } from '@copup/shared/page-paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { StageBack } from '../../ui/page-header.tsx';

interface StageHeaderProps {
  name: string;
  /** State of the heist; pulses while something happens. */
  badge: Parameters<typeof LiveBadge>[0];
  className?: string;
}

/** The header of a heist on a stage. */
export function StageHeader({ name, badge, className }: StageHeaderProps) {
  return (
    <header
      className={classNames(
        'relative flex min-h-15 w-full items-center gap-2.5 px-4 pt-2 lg:px-10 lg:pt-5',
        className,
      )}
    >
      <StageBack to={paths.heists} />
      <h1 className="min-w-0 flex-1 text-[1.125rem] wrap-anywhere">{name}</h1>
      <LiveBadge {...badge} />
    </header>
  );
}
