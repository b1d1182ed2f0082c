import {
  AdjustBody,
  AdjustReply,
  AdminUser,
  AdminUsersQuery,
  EditUserBody,
  RenameUserBody,
} from '../admin.ts';
import { callsBelow, listCall } from '../call.ts';
import { UuidParams } from '../wire.ts';

/** /api/admin/users (O3, O4). */
export const usersAdminCalls = callsBelow('/admin/users', 'operators: users', {
  'GET /': listCall('Users of all realms; the total is in Content-Range', AdminUsersQuery, AdminUser),
  'GET /:id': { summary: 'One user', errors: ['USER_NOT_FOUND'], params: UuidParams, reply: AdminUser },
  'POST /:id/rename': {
    summary: 'Gives a player another username; the player reads the reason (X13)',
    errors: ['USER_NOT_FOUND', 'USERNAME_TAKEN'],
    params: UuidParams,
    body: RenameUserBody,
    reply: AdminUser,
  },
  'PUT /:id': {
    summary: 'Requests a change of a role, which a second operator must approve (S8, O3a)',
    errors: ['USER_NOT_FOUND', 'ALREADY_REQUESTED'],
    params: UuidParams,
    body: EditUserBody,
    reply: AdminUser,
    mayWait: true,
  },
  'POST /:id/adjust': {
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
