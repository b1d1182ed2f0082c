import { MAX_REPEATED_UPLOADS, type SocialTask, type TaskStatus } from '@copup/shared/tasks.ts';
import { alreadyUploaded, noUploadsLeft, taskCompleted } from './tasks.errors.ts';
import type { UploadRow } from './tasks.tables.ts';

/** T7: the first upload and its repetitions. */
const MAX_UPLOADS = 1 + MAX_REPEATED_UPLOADS;

export type LastUpload = Pick<UploadRow, 'status' | 'attempt'>;

/** Returns the number of the next upload of a task (T1, T7). Throws when no further one is possible. */
export function nextAttempt(last: LastUpload | undefined): number {
  if (!last) return 1;
  if (last.status === 'pending') throw alreadyUploaded();
  if (last.status === 'approved') throw taskCompleted();
  if (last.attempt >= MAX_UPLOADS) throw noUploadsLeft(MAX_UPLOADS);
  return last.attempt + 1;
}

/** Returns the status of a task for a user, and how many more uploads are possible. */
export function standingOf(last: LastUpload | undefined): Pick<SocialTask, 'status' | 'uploads_left'> {
  const status: TaskStatus = last?.status ?? 'open';
  const isPossible = status === 'open' || status === 'rejected';
  return { status, uploads_left: isPossible ? MAX_UPLOADS - (last?.attempt ?? 0) : 0 };
}

/**
 * Returns the coins that task coins count as in the sums of operators (O3a). While conversion is off, at the rate of 10 to
 * 1, since it may be switched on later.
 */
export const worthOf = (taskCoins: number, rate: number): number => Math.ceil(taskCoins / (rate || 10));

/** Returns the most task coins that can be converted at a rate, and the bonus coins for them (T7). */
export function convertible(taskCoins: number, rate: number): { taskCoins: number; bidPoints: number } {
  const bidPoints = rate === 0 ? 0 : Math.floor(taskCoins / rate);
  return { taskCoins: bidPoints * rate, bidPoints };
}
