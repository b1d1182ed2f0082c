import { formatNumber } from '@copup/shared/coins.ts';
import { dryRunSizes } from '@copup/shared/dry-run-sizes.ts';
import type { DryRun } from '@copup/shared/dry-runs.ts';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { useNavigate } from 'react-router-dom';
import { postIntent } from '../../lib/intents.ts';
import { FormDialog } from '../form-dialog.tsx';
import { NumberInput } from '../inputs.tsx';

interface DryRunDialogProps {
  kind: SubjectKindName;
  subjectId: number;
  name: string;
  onClose: () => void;
}

interface Sizes {
  players: string;
  minutes: string;
}

const { players, minutes } = dryRunSizes;

/** Starts the rehearsal of a subject (O7), and opens its page. */
export function DryRunDialog({ kind, subjectId, name, onClose }: DryRunDialogProps) {
  const navigate = useNavigate();
  const start = async (sizes: Sizes) => {
    const body = {
      kind,
      subject_id: subjectId,
      players: Number(sizes.players),
      minutes: Number(sizes.minutes),
    };
    const { id } = await postIntent<DryRun>(`dry-run:${kind}:${subjectId}`, '/admin/dry-runs', body);
    await navigate(recordPath('dry-run', id) ?? '');
    return 'Dry run started';
  };
  return (
    <FormDialog<Sizes>
      title={`Dry run of ${name}`}
      onClose={onClose}
      defaultValues={{ players: String(players.usual), minutes: String(minutes.usual) }}
      validate={(sizes) => ({
        ...errorOf('players', sizes.players, players),
        ...errorOf('minutes', sizes.minutes, minutes),
      })}
      submitName="Start the dry run"
      onSubmit={start}
    >
      <p className="text-sm text-ink-2">
        Simulated players enter, watch and play a copy with the same terms. Real players never see it, no real
        coin moves, and it is gone afterwards. It takes at most 5 % of one server.
      </p>
      <NumberInput source="players" label="Simulated players" required />
      <NumberInput source="minutes" label="Minutes" required />
    </FormDialog>
  );
}

function errorOf(field: keyof Sizes, text: string, { fewest, most }: { fewest: number; most: number }) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= fewest && number <= most) return {};
  return { [field]: `Enter ${formatNumber(fewest)} to ${formatNumber(most)}.` };
}
