import { type EnteredKind, liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import type { LeaveReply, SubjectChanges } from '@copup/shared/subjects.ts';
import { request } from '../lib/api.ts';
import { postIntent } from '../lib/intents.ts';

export const getChanges = (kind: SubjectKindName, id: number, signal?: AbortSignal) =>
  request<SubjectChanges>(`${liveSubjects[kind].calls}/changes/${id}`, { signal });
export const leave = (kind: EnteredKind, id: number) =>
  postIntent<LeaveReply>(`leave:${kind}:${id}`, `${liveSubjects[kind].calls}/leave/${id}`);
