import {
  AdjustBody,
  AdjustReply,
  AdminUser,
  AdminUsersQuery,
  EditUserBody,
  NoteBody,
  OwnRights,
  RenameUserBody,
  SignOutBody,
  UserNotes,
} from '../admin.ts';
import { OwnSessions } from '../auth.ts';
import { callsBelow, defineCalls, listCall } from '../call.ts';
import { Message, UuidParams } from '../wire.ts';

/** /api/admin/users (O3, O4). */
export const usersAdminCalls = callsBelow('/admin/users', 'operators: users', {
  'GET /': listCall('Users of a realm; the total is in Content-Range', AdminUsersQuery, AdminUser),
  'GET /:id': { summary: 'One user', errors: ['USER_NOT_FOUND'], params: UuidParams, reply: AdminUser },
  'POST /:id/rename': {
    right: 'players',
    summary: 'Gives a player another username; the player reads the reason (X13)',
    errors: ['USER_NOT_FOUND', 'USERNAME_TAKEN'],
    params: UuidParams,
    body: RenameUserBody,
    reply: AdminUser,
  },
  'PUT /:id': {
    right: 'operators',
    summary: 'Requests another role of an operator, or none, which a second operator must approve (S8, O3a)',
    errors: ['USER_NOT_FOUND', 'ALREADY_REQUESTED'],
    params: UuidParams,
    body: EditUserBody,
    reply: AdminUser,
    mayWait: true,
  },
  'GET /:id/sessions': {
    summary: 'The devices on which a user is signed in (S8a); none is the current one',
    params: UuidParams,
    reply: OwnSessions,
  },
  'POST /:id/sign-out': {
    right: 'players',
    summary: 'Ends one session of a player or all, open pages included; audited (S3a)',
    errors: ['USER_NOT_FOUND', 'NOT_FOUND'],
    params: UuidParams,
    body: SignOutBody,
    reply: Message,
  },
  'GET /:id/notes': {
    summary: 'What operators noted about a user, newest first',
    params: UuidParams,
    reply: UserNotes,
  },
  'POST /:id/notes': {
    right: 'players',
    summary: 'Adds a note about a user, which is never changed',
    errors: ['USER_NOT_FOUND'],
    params: UuidParams,
    body: NoteBody,
    reply: UserNotes,
  },
  'POST /:id/adjust': {
    right: 'coins',
    summary: 'Credits or debits coins; 202 when a second operator has to approve (O4, O3a)',
    errors: ['USER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET', 'FACTS_CHANGED'],
    params: UuidParams,
    hasKey: true,
    hasGuard: true,
    body: AdjustBody,
    reply: AdjustReply,
    mayWait: AdjustReply,
  },
});

/** /api/admin/rights (S8). */
export const rightsCalls = defineCalls('operators: users', {
  'GET /admin/rights': {
    summary: 'The own role, and what each command of the console needs',
    isForEnrolment: true,
    reply: OwnRights,
  },
});
