import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';

interface HubChoiceProps {
  to: string;
  name: string;
  text: string;
  /** On the stage. */
  children: ReactNode;
  stageClass?: string;
}

/** One of the ways of a hub: its picture on a stage, its name and a line about it. */
export function HubChoice({ to, name, text, children, stageClass }: HubChoiceProps) {
  return (
    <Link to={to} className="flex items-center gap-4 rounded-[22px] bg-surface p-3 shadow-2 hover:shadow-3">
      <span
        aria-hidden="true"
        className={classNames(
          'stage adire grid size-[min(7rem,26vw)] shrink-0 place-items-center overflow-hidden rounded-[18px] lg:size-40',
          stageClass,
        )}
      >
        {children}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-display text-[1.375rem] leading-tight font-bold">{name}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
      <ChevronRight size={24} aria-hidden className="shrink-0" />
    </Link>
  );
}
