import type { UploadReply } from '@copup/shared/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { dataUrlOf, type Picture } from '../../parts/shrink-picture.ts';
import { useConnection } from '../../realtime/index.ts';
import { toast } from '../../ui/toast.ts';
import { tasksKey } from './queries.ts';
import { type OnProgress, sendWithProgress } from './send-with-progress.ts';

/** A lost connection is noticed by `sendWithProgress`; a slow one may take this long. */
const uploadTimeoutMs = 600_000;

/** Refusals that concern the task and not the picture. They are shown as a notice, because the detail shows the new status. */
const aboutTask: ReadonlySet<string> = new Set([
  'ALREADY_UPLOADED',
  'TASK_COMPLETED',
  'NO_UPLOADS_LEFT',
  'TASK_NOT_FOUND',
]);

/** Sends a screenshot (T1). The chosen file's name, size and time represent it in the stored intent. */
async function uploadScreenshot(
  taskId: number,
  { name, size, lastModified, blob }: Picture,
  onProgress: OnProgress,
): Promise<UploadReply> {
  return callOnce(`task:${taskId}`, 'POST /task/tasks/:id/upload', {
    params: { id: taskId },
    body: { name, size, lastModified, sent: blob.size },
    sent: { screenshot: await dataUrlOf(blob) },
    timeoutMs: uploadTimeoutMs,
    send: sendWithProgress(onProgress),
  });
}

/** Sends a screenshot. After a lost connection the same picture is sent with the same key, so that it counts once. */
export function useUpload(taskId: number, onSent: (reply: UploadReply) => void) {
  const queries = useQueryClient();
  const isLive = useConnection() === 'live';
  const [share, setShare] = useState(0);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (picture: Picture) => uploadScreenshot(taskId, picture, setShare),
    // Otherwise an attempt without a network would wait silently.
    networkMode: 'always',
    onMutate: () => setShare(0),
    onSuccess: (reply) => {
      toast.success(reply.message);
      onSent(reply);
    },
    onError: (failure) => {
      if (failure instanceof ApiError && aboutTask.has(failure.code)) toast.error(failure.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [tasksKey] }),
  });
  const failure = error instanceof ApiError ? error : null;
  const isInterrupted = failure?.isOutcomeUnknown === true && !isPending;
  const interrupted = useRef<Picture | undefined>(undefined);
  interrupted.current = isInterrupted ? variables : undefined;
  useEffect(() => {
    if (isLive && interrupted.current) mutate(interrupted.current);
  }, [isLive, mutate]);
  const isRefused = error !== null && !isInterrupted && !(failure && aboutTask.has(failure.code));
  return {
    send: mutate,
    isSending: isPending,
    /** Share that has been sent, from 0 to 1. */
    share,
    /** Whether the connection was lost and the outcome is unknown; it is sent again when the connection is back. */
    isInterrupted,
    /** Why the outcome is unknown. */
    interruption: failure?.status === 0 ? 'The connection was lost.' : 'The server didn’t answer.',
    /** Why the server refused the last attempt. */
    refusal: isRefused ? messageOf(error, 'The screenshot could not be sent.') : null,
  };
}
