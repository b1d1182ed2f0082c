import { CircleAlert, Info, ShieldCheck, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pageAbout } from '../lib/play-refusals.ts';
import { classNames } from './class-names.ts';

const looks = {
  info: ['bg-brand-soft', 'text-brand', Info],
  error: ['bg-danger-soft', 'text-danger', CircleAlert],
  warn: ['bg-warn-soft', 'text-warn', TriangleAlert],
  offline: ['bg-warn-soft', 'text-warn', WifiOff],
  ok: ['bg-ok-soft', 'text-ok', ShieldCheck],
} as const;

interface NoteProps {
  look: keyof typeof looks;
  title?: string;
  role?: 'alert' | 'status';
  action?: ReactNode;
  children?: ReactNode;
}

/** An inline notice above the content that it refers to. */
export function Note({ look, title, role, action, children }: NoteProps) {
  const [background, colour, Icon] = looks[look];
  const page = pageAbout(title) ?? pageAbout(children);
  return (
    <div
      role={role}
      className={classNames(
        background,
        'flex flex-wrap items-center gap-2.5 rounded-md px-3.5 py-3 text-sm text-ink outline -outline-offset-1 outline-transparent',
      )}
    >
      <Icon size={20} aria-hidden className={classNames(colour, 'shrink-0', !action && 'self-start')} />
      <div className="min-w-0 flex-[1_1_9rem]">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
        {page ? (
          <Link to={page} className="flex min-h-tap items-center font-semibold underline">
            Limits and breaks
          </Link>
        ) : null}
      </div>
      {action}
    </div>
  );
}
