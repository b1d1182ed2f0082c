import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { findLiveSubject } from '@copup/shared/live-subjects.ts';
import type { Notification } from '@copup/shared/users.ts';
import { formatMoment } from '../../lib/format-time.ts';

const fieldWords: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  prize_name: 'prize',
  image: 'picture',
};

/** A14: a subject that the user entered was changed; undefined for other notifications. */
export function changeText({ kind, subject_kind, details, created_at }: Notification): string | undefined {
  const isReopened = kind === 'refunded' && copyOf(details) !== null;
  if (kind !== 'corrected' && kind !== 'extended' && !isReopened) return undefined;
  const name = typeof details.name === 'string' ? isolate(details.name) : `The ${subject_kind}`;
  if (isReopened) {
    const { bid_points: points } = details;
    const back = typeof points === 'number' && points > 0 ? ` ${inCoins(points)} came back to you.` : '';
    return `${name} was cancelled and opened again, corrected.${back} You are invited.${reasonText(details)}`;
  }
  if (kind === 'extended') {
    const endMs = Date.parse(String(details.after));
    const end = Number.isNaN(endMs) ? 'later' : `at ${formatMoment(endMs, Date.parse(created_at))}`;
    return `${name} now ends ${end}.${reasonText(details)}`;
  }
  const fields: Record<string, unknown>[] = Array.isArray(details.fields) ? details.fields : [];
  const changes = fields.map(({ field, before, after }) => {
    const word = fieldWords[String(field)] ?? 'text';
    return typeof before === 'string' && typeof after === 'string'
      ? `its ${word} was “${isolate(before)}” and is now “${isolate(after)}”`
      : `it has a new ${word}`;
  });
  const until = findLiveSubject(subject_kind)?.leaving?.until ?? 'the start';
  return `${name} was corrected${changes.length > 0 ? `: ${changes.join('; ')}` : ''}. You can leave with a refund until ${until}.`;
}

/** A14: the number of the corrected subject that replaces a cancelled one. */
export const copyOf = ({ copy_id: id }: Notification['details']): string | null =>
  typeof id === 'number' ? String(id) : null;

const reasonText = ({ reason }: Notification['details']): string =>
  typeof reason === 'string' && reason ? ` Reason: ${reason}` : '';
