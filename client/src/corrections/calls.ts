import type { LeaveReply, SubjectChanges } from '@copup/shared/subjects.ts';
import { request } from '../lib/api.ts';
import { postIntent } from '../lib/intents.ts';

/** Kinds that users enter before the start. */
export type EnteredKind = 'auction' | 'heist';
/** Kinds that can be reopened. */
export type ChangedKind = EnteredKind | 'contest';

const bases: Readonly<Record<ChangedKind, string>> = {
  auction: '/auction',
  contest: '/contests',
  heist: '/hurt/heists',
};

export const getChanges = (kind: ChangedKind, id: number, signal?: AbortSignal) =>
  request<SubjectChanges>(`${bases[kind]}/changes/${id}`, { signal });
export const leave = (kind: EnteredKind, id: number) =>
  postIntent<LeaveReply>(`leave:${kind}:${id}`, `${bases[kind]}/leave/${id}`);
