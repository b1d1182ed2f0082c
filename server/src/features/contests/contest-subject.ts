import type { Subject } from '../../subject.ts';

/** What names a contest in the ledger, in notices and in the operators' log. */
export const CONTEST = 'contest';
export const contestSubject = (id: number): Subject => ({ kind: CONTEST, id: String(id) });
