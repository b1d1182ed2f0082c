import { z } from 'zod';
import { defineCalls, pictureReply } from '../call.ts';
import {
  ConvertBody,
  ConvertReply,
  ConvertTerms,
  MAX_UPLOAD_BODY_BYTES,
  ReferralTask,
  SocialTask,
  UploadBody,
  UploadReply,
  VerifyReply,
} from '../tasks.ts';
import { CursorQuery, IdParams } from '../wire.ts';

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
