import { z } from 'zod';
import { callsBelow, defineCalls, listCall, pictureReply } from '../call.ts';
import { DecidedSeveral } from '../decided-several.ts';
import { RejectBody } from '../shop.ts';
import {
  AdminReferralTask,
  AdminTask,
  AdminTaskUpload,
  AdminTaskUploadsQuery,
  ApproveUploadsBody,
  ConvertBody,
  ConvertReply,
  ConvertTerms,
  MAX_UPLOAD_BODY_BYTES,
  ReferralTask,
  RejectUploadsBody,
  SocialTask,
  UploadBody,
  UploadReply,
  VerifyReply,
} from '../tasks.ts';
import { CursorQuery, IdParams } from '../wire.ts';
import { recordCalls } from './records.ts';

/** Calls of players: referral tasks and their rewards (T1, T7). */
export const referralTasksCalls = defineCalls('tasks', {
  'GET /task/referral-tasks': {
    summary: 'Referral tasks with the number of own friends, newest first',
    query: CursorQuery,
    reply: z.array(ReferralTask),
  },
  'POST /task/referral-tasks/:id/verify': {
    summary: 'Pays the reward of a referral task once its number of friends is reached',
    access: 'player',
    limit: 'payment',
    errors: ['TASK_NOT_FOUND', 'TARGET_NOT_REACHED', 'ALREADY_CLAIMED'],
    params: IdParams,
    hasKey: true,
    reply: VerifyReply,
  },
});

/** Calls of players: social tasks, uploads and the conversion of task coins (T1, T7). */
export const tasksCalls = defineCalls('tasks', {
  'GET /task/tasks': {
    summary: 'Social tasks with the state of the own upload, newest first',
    query: CursorQuery,
    reply: z.array(SocialTask),
  },
  'GET /task/tasks/:id': {
    summary: 'One social task',
    errors: ['TASK_NOT_FOUND'],
    params: IdParams,
    reply: SocialTask,
  },
  'GET /task/tasks/:id/screenshot': {
    summary: 'The picture of the own last upload, kept for 180 days',
    errors: ['NOT_FOUND'],
    params: IdParams,
    reply: pictureReply,
  },
  'POST /task/tasks/:id/upload': {
    summary: 'Uploads the screenshot that proves a task: a data URL of a PNG, JPEG or WebP of at most 2 MB',
    access: 'player',
    limit: 'payment',
    errors: ['BAD_IMAGE', 'TASK_NOT_FOUND', 'ALREADY_UPLOADED', 'TASK_COMPLETED', 'NO_UPLOADS_LEFT'],
    params: IdParams,
    hasKey: true,
    body: UploadBody,
    bodyLimit: MAX_UPLOAD_BODY_BYTES,
    reply: UploadReply,
  },
  'GET /task/convert': {
    summary: 'The rate from task coins to bonus coins, and how many can be converted',
    reply: ConvertTerms,
  },
  'POST /task/convert': {
    summary: 'Converts task coins, a multiple of the rate, to bonus coins',
    access: 'player',
    limit: 'payment',
    errors: ['CONVERSION_OFF', 'PRICE_DIFFERS', 'NOT_ENOUGH_COINS', 'REWARD_UNFUNDED'],
    hasKey: true,
    body: ConvertBody,
    reply: ConvertReply,
  },
});

/** /api/admin/tasks: social tasks. */
export const adminTasksCalls = recordCalls('task', {
  tag: 'operators: tasks',
  right: 'tasks',
  notFound: 'TASK_NOT_FOUND',
  summaries: {
    all: 'social tasks',
    one: 'social task',
    create: 'Creates a social task',
    edit: 'Edits a social task; uploads keep the reward of their time',
  },
  reply: AdminTask,
});

/** /api/admin/referral-tasks: rewards for friends who register. */
export const adminReferralTasksCalls = recordCalls('referral-task', {
  tag: 'operators: tasks',
  right: 'tasks',
  notFound: 'TASK_NOT_FOUND',
  summaries: {
    create: 'Creates a referral task',
    edit: 'Edits a referral task; rewards that were paid stay paid',
  },
  reply: AdminReferralTask,
});

const upload = { params: IdParams, reply: AdminTaskUpload } as const;
const several = { right: 'tasks', hasKey: true, reply: DecidedSeveral } as const;

/** /api/admin/task-uploads: the queue of uploads (O3, T1). Task coins may be decided in bulk. */
export const uploadsAdminCalls = callsBelow('/admin/task-uploads', 'operators: tasks', {
  'GET /': listCall('All uploads; the total is in Content-Range', AdminTaskUploadsQuery, AdminTaskUpload),
  'GET /:id': { summary: 'One upload', errors: ['UPLOAD_NOT_FOUND'], ...upload },
  'POST /:id/approve': {
    right: 'tasks',
    summary: 'Pays the task coins of an upload, once (T1); 202 when a second operator has to approve (O3a)',
    errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS', 'ITEM_CLAIMED', 'OWN_WALLET', 'ALREADY_REQUESTED'],
    ...upload,
    hasKey: true,
    mayWait: true,
  },
  'POST /:id/reject': {
    right: 'tasks',
    summary: 'Rejects an upload, with a reason that the player reads',
    errors: ['UPLOAD_NOT_FOUND', 'WRONG_STATUS', 'ITEM_CLAIMED'],
    ...upload,
    hasKey: true,
    body: RejectBody,
  },
  'GET /:id/screenshot': {
    summary: 'The picture of an upload, kept for 180 days',
    errors: ['NOT_FOUND'],
    params: IdParams,
    reply: pictureReply,
  },
  'POST /approve': {
    summary:
      'Approves several uploads; those that need a second operator are requested (O3a), those that cannot be approved are returned with the reason',
    ...several,
    body: ApproveUploadsBody,
  },
  'POST /reject': {
    summary: 'Rejects several uploads with one reason; those that cannot be rejected are returned',
    ...several,
    body: RejectUploadsBody,
  },
});
