import { coinsAre } from '@copup/shared/coins.ts';
import type { SocialTask } from '@copup/shared/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { fetchPicture } from '../../lib/fetch-picture.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import type { Picture } from '../../parts/shrink-picture.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TaskCoins } from './task-coins.tsx';
import { canSend, rejectedWords, sentWords } from './task-words.ts';
import { UploadSteps } from './upload-steps.tsx';
import { useUpload } from './use-upload.ts';

interface TaskSheetProps {
  task: SocialTask;
  /** The picture that was chosen for this task and not sent yet. */
  picture: Picture | null;
  onPicture: (picture: Picture | null) => void;
  onClose: () => void;
}

/** A social task: what to do, the reward, the status of the screenshot, and the upload while one is possible. */
export function TaskSheet({ task, picture, onPicture, onClose }: TaskSheetProps) {
  const upload = useUpload(task.id, () => {
    onPicture(null);
    onClose();
  });
  return (
    <Modal title={task.title} onClose={onClose} isBusy={upload.isSending}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="-mt-2 whitespace-pre-line wrap-anywhere text-ink-2">{task.description}</p>
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-[18px] bg-canvas px-4 py-3 font-semibold">
          <span>Reward</span>
          <TaskCoins amount={task.task_coin_reward} isSpelled />
        </p>
        <StatusNote task={task} />
        {task.screenshot && task.status !== 'open' ? <OwnScreenshot path={task.screenshot} /> : null}
        {canSend(task) ? (
          <UploadSteps task={task} picture={picture} onPicture={onPicture} upload={upload} />
        ) : null}
      </div>
    </Modal>
  );
}

function StatusNote({ task }: { task: SocialTask }) {
  const nowMs = useServerNow(60_000);
  switch (task.status) {
    case 'open':
      return null;
    case 'pending':
      return (
        <Note look="warn" title="pending">
          {sentWords(task.uploaded_at, nowMs)}
        </Note>
      );
    case 'approved':
      return (
        <Note look="ok" title="approved">
          {coinsAre(task.task_coin_reward, 'task')} in your wallet.
        </Note>
      );
    case 'rejected':
      return (
        <Note look="error" title="rejected">
          <span className="wrap-anywhere">{rejectedWords(task)}</span>
        </Note>
      );
  }
}

/** The user's last screenshot. It is loaded on tap, because data is metered. */
function OwnScreenshot({ path }: { path: string }) {
  const [isShown, setIsShown] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(data);
  if (isError)
    return <ErrorState message="The picture could not be loaded." onRetry={() => void refetch()} />;
  if (url) {
    return (
      <img src={url} alt="Your screenshot" className="mx-auto max-h-[50dvh] rounded-md object-contain" />
    );
  }
  return (
    <Button busy={isFetching} onClick={() => setIsShown(true)}>
      <Image size={20} aria-hidden />
      Show your screenshot
    </Button>
  );
}
