import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import type { SubjectChanges } from '@copup/shared/subjects.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { readQuery } from '../lib/read-query.ts';

export const getChanges = (kind: SubjectKindName, id: number, signal?: AbortSignal) =>
  request<SubjectChanges>(`${liveSubjects[kind].calls}/changes/${id}`, { signal });

/** Reads why a subject was cancelled and which one replaces it (A14); nothing of one that was not. */
export function useCancellation(
  kind: SubjectKindName,
  id: number,
  isCancelled: boolean,
): { reason: string | null; copyId: number | null } {
  const { data } = useQuery(
    readQuery(['cancellation', kind, id], (signal) => getChanges(kind, id, signal), { enabled: isCancelled }),
  );
  return { reason: data?.cancel_reason ?? null, copyId: data?.copy_id ?? null };
}
