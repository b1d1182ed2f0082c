import { recordPath } from '@copup/shared/record-paths.ts';
import { History } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';

/** To the replay of a room's last minutes (O2). */
export function TraceLink({ room }: { room: string }) {
  return (
    <ButtonLink look="line" size="sm" to={recordPath('trace', room) ?? ''}>
      <History size={18} aria-hidden />
      Replay
    </ButtonLink>
  );
}
