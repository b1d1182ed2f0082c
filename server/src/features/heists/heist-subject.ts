import type { Subject } from '../../subject.ts';

/** The name of heists in the ledger, in notices and in the operators' log. */
export const HEIST = 'heist' as const;
export const heistSubject = (id: number): Subject => ({ kind: HEIST, id: String(id) });
export const ticketTable = { table: 'heist_tickets', subjectId: 'heist_id' } as const;
