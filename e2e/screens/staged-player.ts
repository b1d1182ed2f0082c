import type { UserNote } from '@copup/shared/admin.ts';
import type { OwnSession } from '@copup/shared/auth.ts';
import type { PendingItem, PlayerFlag } from '@copup/shared/people.ts';
import type { Suspension, SuspensionAnswer } from '@copup/shared/suspensions.ts';
import type { StagedPage } from './staged-page.ts';

export interface PlayerFacts {
  pending: PendingItem[];
  flags: PlayerFlag[];
  sessions: OwnSession[];
  notes: UserNote[];
  suspensions: Suspension[];
  answers: SuspensionAnswer[];
}

/** Sets what the page of a user in the console reads beside the user. */
export function stagePlayer(staged: StagedPage, userId: string, facts: Partial<PlayerFacts> = {}): void {
  const { pending = [], flags = [], sessions = [], notes = [], suspensions = [], answers = [] } = facts;
  const path = `/admin/users/${userId}`;
  staged.answer(`${path}/pending`, { json: { items: pending, flags } });
  staged.answer(`${path}/sessions`, { json: { sessions } });
  staged.answer(`${path}/notes`, { json: { notes } });
  staged.answer(`${path}/suspensions`, { json: { suspensions, answers } });
}
