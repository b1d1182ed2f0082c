import { z } from 'zod';
import { callsBelow } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import {
  CancelSubjectBody,
  ExtendSubjectBody,
  LeaveReply,
  reopenBodyOf,
  SubjectChanges,
} from '../subjects.ts';
import { IdParams, ListQuery } from '../wire.ts';

/** Below the path of a kind's calls: what was corrected since the caller entered (A14). */
export const changesCalls = (tag: string, path: string, notFound: ErrorCode) =>
  callsBelow(path, tag, {
    'GET /changes/:id': {
      summary:
        'What was corrected after the caller entered, while the caller may leave; the copy of a cancelled one (A14)',
      errors: [notFound],
      params: IdParams,
      reply: SubjectChanges,
    },
  });

/** Below the same path, of a kind that takes entries before it starts. */
export const leaveCalls = (tag: string, path: string, notFound: ErrorCode, ended: ErrorCode) =>
  callsBelow(path, tag, {
    'POST /leave/:id': {
      summary: 'Leaves with a refund after a correction, until the first bid or the start (A14)',
      access: 'player',
      errors: [notFound, ended, 'CANNOT_LEAVE'],
      params: IdParams,
      hasKey: true,
      reply: LeaveReply,
    },
  });

/** What operators' calls of one kind of subject differ in. */
export interface SubjectCalls {
  name: string;
  plural: string;
  codes: Readonly<Record<'notFound' | 'over' | 'ended', ErrorCode>>;
  summaries: Readonly<Record<'list' | 'create' | 'edit' | 'cancel', string>>;
  writeErrors: readonly ErrorCode[];
  filters: z.ZodObject;
  newBody: z.ZodType;
  editBody: z.ZodType;
  reply: z.ZodType;
}

const right = 'subjects';

/** Below /admin/{plural}: list, one, create, edit, extend, cancel, reopen, picture. */
export const subjectAdminCalls = (subject: SubjectCalls) => {
  const { name, plural, summaries, writeErrors, newBody, editBody, reply } = subject;
  const { notFound, over, ended } = subject.codes;
  return callsBelow(`/admin/${plural}`, `operators: ${plural}`, {
    'GET /': {
      summary: summaries.list,
      query: ListQuery.extend(subject.filters.shape) as z.ZodObject<(typeof ListQuery)['shape']>,
      reply: z.array(reply),
    },
    'GET /:id': { summary: `One ${name}`, errors: [notFound], params: IdParams, reply },
    'POST /': {
      right,
      summary: `${summaries.create}; 202 when a second operator has to approve what it gives (O3a)`,
      errors: ['ALREADY_REQUESTED', ...writeErrors],
      hasKey: true,
      body: newBody,
      reply,
      status: 201,
      mayWait: true,
    },
    'PUT /:id': {
      right,
      summary: `${summaries.edit}; 202 when a second operator has to approve that it gives more (O3a)`,
      errors: [notFound, over, 'ALREADY_REQUESTED', ...writeErrors],
      params: IdParams,
      hasKey: true,
      body: editBody,
      reply,
      mayWait: true,
    },
    'POST /:id/extend': {
      right,
      summary: `Moves the end of the ${name} later, with a notice to the users who entered (A14)`,
      errors: [notFound, over, 'FACTS_CHANGED'],
      params: IdParams,
      hasKey: true,
      body: ExtendSubjectBody,
      reply,
    },
    'POST /:id/cancel': {
      right,
      summary: summaries.cancel,
      errors: [notFound, ended, 'FACTS_CHANGED'],
      params: IdParams,
      hasKey: true,
      hasGuard: true,
      body: CancelSubjectBody,
      reply,
    },
    'POST /:id/reopen': {
      right,
      summary: `Cancels the ${name} and creates a corrected copy, to which the entrants are invited (A14); 202 when a second operator has to approve what the copy gives (O3a)`,
      errors: [notFound, over, 'FACTS_CHANGED', 'ALREADY_REQUESTED', ...writeErrors],
      params: IdParams,
      hasKey: true,
      hasGuard: true,
      body: reopenBodyOf(newBody),
      reply,
      status: 201,
      mayWait: true,
    },
    'POST /:id/image': {
      right,
      summary: `Replaces the picture of the ${name}: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB`,
      errors: [notFound, over, 'BAD_IMAGE'],
      params: IdParams,
      form: true,
      reply,
    },
  });
};
