import type { Subject } from '../../subject.ts';

/** The name of contests in the ledger, in notices and in the operators' log. */
export const CONTEST = 'contest';
export const contestSubject = (id: number): Subject => ({ kind: CONTEST, id: String(id) });
/** The table of paid entries. */
export const contestEntryTable = { table: 'contest_entries', subjectId: 'contest_id' } as const;
