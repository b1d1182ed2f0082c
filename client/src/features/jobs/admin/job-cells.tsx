import type { AdminJob } from '@copup/shared/jobs.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Link } from 'react-router-dom';
import { statusWord } from '../../../console/capitalized.ts';
import { Chip } from '../../../ui/chip.tsx';

/** The data of a job. */
export const Data = ({ of }: { of: AdminJob }) => (
  <code className="block w-72 text-xs wrap-anywhere text-ink-2">{of.payload}</code>
);

/** What a job is about, with the way to its page and its status. */
export function JobSubject({ kind, id, name, status }: NonNullable<AdminJob['subject']>) {
  const path = recordPath(kind, id);
  const text = name ?? `${kind} ${id}`;
  return (
    <span className="flex w-36 flex-wrap items-center gap-x-2">
      {path === null ? (
        text
      ) : (
        <Link
          to={path}
          className="inline-flex min-h-tap min-w-tap items-center underline underline-offset-4 wrap-anywhere"
        >
          {text}
        </Link>
      )}
      {status === null ? null : <Chip>{statusWord(status)}</Chip>}
    </span>
  );
}
