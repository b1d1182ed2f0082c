import type { SocialTask } from '@copup/shared/tasks.ts';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { OfflineNote } from '../../parts/form-parts.tsx';
import { ScreenshotField } from '../../parts/screenshot-field.tsx';
import type { Picture } from '../../parts/shrink-picture.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Note } from '../../ui/note.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { checkedWithinText } from './task-words.ts';
import type { useUpload } from './use-upload.ts';

interface UploadStepsProps {
  task: SocialTask;
  picture: Picture | null;
  onPicture: (picture: Picture | null) => void;
  upload: ReturnType<typeof useUpload>;
}

/** The two steps of a task: open its address, then attach a screenshot. The second one is dimmed before START. */
export function UploadSteps({ task, picture, onPicture, upload }: UploadStepsProps) {
  const { hasStarted, start } = useStarted(task);
  const isOnline = useIsOnline();
  const input = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { isSending, share, isInterrupted, interruption, refusal } = upload;
  const noteId = useId();
  const submit = () => {
    setIsChecked(true);
    if (picture) upload.send(picture);
    else input.current?.focus();
  };
  return (
    <>
      <ol className="grid gap-3">
        <Step number={1} title="Open the task">
          <a
            href={task.urlLink}
            target="_blank"
            rel="noopener noreferrer"
            onClick={start}
            className="ctl-line inline-flex min-h-ctl w-full items-center justify-center gap-2 rounded-md bg-surface px-5 py-1.5 text-ctl font-bold"
          >
            START <ExternalLink size={18} aria-hidden />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Step>
        <Step number={2} title="Attach screenshot" isDimmed={!hasStarted}>
          <ScreenshotField
            picture={picture}
            onChange={onPicture}
            input={input}
            disabled={!hasStarted || isSending}
            missing={isChecked && !picture ? 'Attach a screenshot first.' : undefined}
          />
        </Step>
      </ol>
      {isSending ? <Sending share={share} /> : null}
      {isInterrupted ? (
        <Note look="offline" role="status" title={interruption}>
          Your screenshot is kept. It’s sent again as soon as you’re back, and counts once.
        </Note>
      ) : null}
      {refusal ? <Note look="error" role="alert" title={refusal} /> : null}
      {isInterrupted ? null : <OfflineNote>You can send your screenshot as soon as you’re back.</OfflineNote>}
      <Button
        look="ink"
        disabled={!hasStarted || !isOnline}
        busy={isSending}
        busyText="Sending..."
        onClick={submit}
        aria-describedby={noteId}
      >
        {isInterrupted ? 'Try again now' : 'Send screenshot'}
      </Button>
      <p id={noteId} className="-mt-1 text-center text-sm text-ink-2">
        {hasStarted ? checkedWithinText : 'Open the task first.'}
      </p>
    </>
  );
}

function Sending({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        share={share}
        label="Sending the screenshot"
        text={`${percent} percent`}
        className="h-2.5"
      />
      <p className="text-center text-sm text-ink-2" aria-hidden="true">
        {share < 1 ? `${percent}% sent` : 'Sent. We’re saving it…'}
      </p>
    </div>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDimmed?: boolean;
  children: ReactNode;
}

function Step({ number, title, isDimmed = false, children }: StepProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-3" aria-labelledby={id}>
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-7 place-items-center rounded-full text-sm font-bold',
          isDimmed ? 'bg-sunken text-ink-3' : 'bg-ink text-on-ink',
        )}
      >
        {number}
      </span>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 id={id} className={classNames('pt-0.5 text-base', isDimmed && 'text-ink-3')}>
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** Whether the user has opened the task. Stored, because a phone may reload this page while the other one is open. */
function useStarted({ id, status }: SocialTask) {
  const user = useSignedInUser();
  const key = `task-started:${user.id}:${id}`;
  const [isStored, setIsStored] = useState(() => readStored(key) !== null);
  const start = () => {
    writeStored(key, 'yes');
    setIsStored(true);
  };
  return { hasStarted: isStored || status === 'rejected', start };
}
