import type { ConsequenceLine } from '@copup/shared/consequences.ts';
import { Bell, Circle, Plus, RotateCcw, TriangleAlert } from 'lucide-react';
import { NotLoaded } from '../not-loaded.tsx';
import type { useConsequences } from './use-consequences.ts';

const icons: Record<ConsequenceLine['icon'], typeof Bell> = {
  return: RotateCcw,
  add: Plus,
  notice: Bell,
  warn: TriangleAlert,
  none: Circle,
};

interface ConsequenceListProps {
  consequences: ReturnType<typeof useConsequences>;
}

/** What an action will do, a line each. Announced again when it has changed. */
export function ConsequenceList({ consequences: { data, ...query } }: ConsequenceListProps) {
  if (!data)
    return (
      <NotLoaded
        query={query}
        failed="The consequences could not be read."
        text="Reading what will happen..."
        count={3}
        className="h-5"
      />
    );
  return (
    <ul aria-label="What will happen" aria-live="polite" className="grid gap-1.5 text-sm text-ink-2">
      {data.lines.map(({ icon, text }) => {
        const Icon = icons[icon];
        return (
          <li key={text} className="flex gap-2">
            <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
