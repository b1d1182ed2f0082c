import { ApprovalPending, EditSettingBody, Setting, SettingParams } from '@copup/shared/admin.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange } from '../../operators/operator-list.ts';
import { isSecretSetting, isSettingKey, type SettingKey, shownSetting } from '../../settings/definitions.ts';
import type { SettingRow } from '../../settings/settings.ts';
import { changeSetting } from './change-setting.ts';

const tags = ['operators: settings'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/settings: all settings that may change while the server runs. */
export const settingsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getSetting = async (key: SettingKey): Promise<Setting> =>
      toWire((await deps.settings.list()).find((row) => row.key === key) as SettingRow);

    app.get(
      '/admin/settings',
      { config, schema: { tags, summary: 'All settings', response: { 200: z.array(Setting) } } },
      async (_request, reply) => {
        const rows = await deps.settings.list();
        const page = { page: 1, perPage: rows.length };
        reply.header('content-range', contentRange('settings', page, rows.length, rows.length));
        return rows.map(toWire);
      },
    );

    app.get(
      '/admin/settings/:id',
      {
        config: { ...config, errors: ['UNKNOWN_SETTING'] },
        schema: { tags, summary: 'One setting', params: SettingParams, response: { 200: Setting } },
      },
      ({ params }) => getSetting(getKey(params.id)),
    );

    app.put(
      '/admin/settings/:id',
      {
        config: { ...config, errors: ['UNKNOWN_SETTING', 'ALREADY_REQUESTED'] },
        schema: {
          tags,
          summary:
            'Changes a setting; every server applies it within two seconds. 202 when a second operator has to approve (O3a)',
          params: SettingParams,
          body: EditSettingBody,
          response: { 200: Setting, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const key = getKey(params.id);
        const pending = await changeSetting(deps, { key, value: body.value, operatorId: viewer.userId });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getSetting(key));
      },
    );
  };

function getKey(id: string): SettingKey {
  if (!isSettingKey(id)) throw new Refusal('UNKNOWN_SETTING', 'Setting not found.');
  return id;
}

function toWire({ key, value, defaultValue, description, unit, updatedAt }: SettingRow): Setting {
  return {
    id: key,
    value: shownSetting(key, value),
    default_value: defaultValue,
    description,
    unit,
    is_secret: isSecretSetting(key),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
