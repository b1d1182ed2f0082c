import type { Setting } from '@copup/shared/admin.ts';
import { settingsAdminCalls } from '@copup/shared/calls/settings-admin.ts';
import { settingEffect } from '@copup/shared/setting-words.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange } from '../../operators/operator-list.ts';
import { routes } from '../../routes.ts';
import {
  isSettingKey,
  type SettingKey,
  settingDefinitions,
  settingText,
  shownSetting,
} from '../../settings/definitions.ts';
import type { SettingRow } from '../../settings/settings.ts';
import { changeSetting } from './change-setting.ts';

/** /api/admin/settings: all settings that may change while the server runs. */
export const settingsAdminRoutes = (deps: Pick<Deps, 'db' | 'settings'>) => {
  const getSetting = async (key: SettingKey): Promise<Setting> =>
    toWire((await deps.settings.list()).find((row) => row.key === key) as SettingRow);

  return routes(settingsAdminCalls, {
    'GET /admin/settings': async (_request, reply) => {
      const rows = await deps.settings.list();
      const page = { page: 1, perPage: rows.length };
      reply.header('content-range', contentRange('settings', page, rows.length, rows.length));
      return rows.map(toWire);
    },

    'GET /admin/settings/:id': ({ params }) => getSetting(getKey(params.id)),

    'PUT /admin/settings/:id': async ({ viewer, params, body }, reply) => {
      const key = getKey(params.id);
      const pending = await changeSetting(deps, { key, ...body, operatorId: viewer.userId });
      return pending ? reply.code(202).send(pending) : reply.code(200).send(await getSetting(key));
    },
  });
};

function getKey(id: string): SettingKey {
  if (!isSettingKey(id)) throw new Refusal('UNKNOWN_SETTING', 'Setting not found.');
  return id;
}

function toWire({ key, value, updatedAt }: SettingRow): Setting {
  const text = settingText(key);
  const shown = shownSetting(key, value);
  return {
    ...{ id: key, value: shown, default_value: settingDefinitions[key].defaultValue },
    ...text,
    description: settingEffect(text, shown),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
