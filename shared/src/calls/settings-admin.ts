import { z } from 'zod';
import { EditSettingBody, Setting, SettingParams } from '../admin.ts';
import { defineCalls } from '../call.ts';

/** /api/admin/settings: all settings that may change while the server runs. */
export const settingsAdminCalls = defineCalls('operators: settings', {
  'GET /admin/settings': {
    summary: 'All settings',
    reply: z.array(Setting),
  },
  'GET /admin/settings/:id': {
    summary: 'One setting',
    errors: ['UNKNOWN_SETTING'],
    params: SettingParams,
    reply: Setting,
  },
  'PUT /admin/settings/:id': {
    right: 'settings',
    summary:
      'Changes a setting; every server applies it within two seconds. 202 when a second operator has to approve (O3a)',
    errors: ['UNKNOWN_SETTING', 'ALREADY_REQUESTED'],
    params: SettingParams,
    body: EditSettingBody,
    reply: Setting,
    mayWait: true,
  },
});
