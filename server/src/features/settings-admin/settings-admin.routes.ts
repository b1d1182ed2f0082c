import { EditSettingBody, Setting, SettingParams } from '@copup/shared/admin.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange } from '../../lists/operator-list.ts';
import { isSettingKey, type SettingKey, settingDefinitions } from '../../settings/definitions.ts';
import type { SettingRow } from '../../settings/settings.ts';

const tags = ['operators: settings'];
const config = { access: 'operator', limit: 'admin' } as const;
type SettingsDeps = Pick<Deps, 'db' | 'settings'>;

/** /api/admin/settings: every figure that may change while the server runs. */
export const settingsAdminRoutes =
  (deps: SettingsDeps): FastifyPluginAsyncZod =>
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
      { config, schema: { tags, summary: 'One setting', params: SettingParams, response: { 200: Setting } } },
      ({ params }) => getSetting(getKey(params.id)),
    );

    app.put(
      '/admin/settings/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Changes a setting; every server goes by it within two seconds',
          params: SettingParams,
          body: EditSettingBody,
          response: { 200: Setting },
        },
      },
      async ({ viewer, params, body }) => {
        const key = getKey(params.id);
        await changeSetting(deps, key, body.value, viewer.userId);
        return getSetting(key);
      },
    );
  };

async function changeSetting(
  { db, settings }: SettingsDeps,
  key: SettingKey,
  given: unknown,
  operatorId: string,
): Promise<void> {
  const parsed = settingDefinitions[key].schema.safeParse(given);
  if (!parsed.success) {
    throw new Refusal('VALIDATION_FAILED', 'This value is not possible.', {
      issues: parsed.error.issues.map(({ message }) => ({ path: 'value', message })),
    });
  }
  const from = settings.get(key);
  await inTransaction(db, async (tx) => {
    await settings.change(tx, key, parsed.data, operatorId);
    await writeAudit(tx, {
      operatorId,
      action: 'setting.change',
      subject: { kind: 'setting', id: key },
      details: { from, to: parsed.data },
    });
  });
  await settings.refresh();
}

function getKey(id: string): SettingKey {
  if (!isSettingKey(id)) throw new Refusal('UNKNOWN_SETTING', 'There is no such setting.');
  return id;
}

function toWire({ key, value, defaultValue, description, unit, updatedAt }: SettingRow): Setting {
  return {
    id: key,
    value,
    default_value: defaultValue,
    description,
    unit,
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
