import type { LeaveReply, SubjectChanges } from '@copup/shared/subjects.ts';
import { request } from '../lib/api.ts';
import { postIntent } from '../lib/intents.ts';

export type EnteredKind = 'auction' | 'heist';

const bases: Readonly<Record<EnteredKind, string>> = { auction: '/auction', heist: '/hurt/heists' };

export const getChanges = (kind: EnteredKind, id: number, signal?: AbortSignal) =>
  request<SubjectChanges>(`${bases[kind]}/changes/${id}`, { signal });
export const leave = (kind: EnteredKind, id: number) =>
  postIntent<LeaveReply>(`leave:${kind}:${id}`, `${bases[kind]}/leave/${id}`);
