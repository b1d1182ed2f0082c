import { defineCalls } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import { LeaveReply, SubjectChanges } from '../subjects.ts';
import { IdParams } from '../wire.ts';

/** Below the path of a kind's calls: what was corrected since the caller entered (A14). */
export const changesCalls = (tag: string, notFound: ErrorCode) =>
  defineCalls(tag, {
    'GET /changes/:id': {
      summary:
        'What was corrected after the caller entered, while the caller may leave; the copy of a cancelled one (A14)',
      errors: [notFound],
      params: IdParams,
      reply: SubjectChanges,
    },
  });

/** Below the same path, of a kind that takes entries before it starts. */
export const leaveCalls = (tag: string, notFound: ErrorCode, ended: ErrorCode) =>
  defineCalls(tag, {
    'POST /leave/:id': {
      summary: 'Leaves with a refund after a correction, until the first bid or the start (A14)',
      access: 'player',
      errors: [notFound, ended, 'CANNOT_LEAVE'],
      params: IdParams,
      hasKey: true,
      reply: LeaveReply,
    },
  });
