import {
  AdjustBody,
  AdjustReply,
  AdminUser,
  AdminUsersQuery,
  EditUserBody,
  OwnRights,
  RenameUserBody,
} from '../admin.ts';
import { callsBelow, defineCalls, listCall } from '../call.ts';
import { UuidParams } from '../wire.ts';

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
