import type { Deps } from '../src/deps.ts';
import type { SettingKey } from '../src/settings/definitions.ts';

/** Changes a setting without the approval that operators may need (O3a). */
export async function changeSetting(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  key: SettingKey,
  value: unknown,
): Promise<void> {
  await db.pool.query(
    `INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [key, JSON.stringify(value)],
  );
  await settings.refresh();
}
