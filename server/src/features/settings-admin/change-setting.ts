import type { ApprovalPending } from '@copup/shared/admin.ts';
import { settingsAdminCalls } from '@copup/shared/calls/settings-admin.ts';
import { lockText } from '../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import {
  isSettingKey,
  type SettingKey,
  settingDefinitions,
  shownSetting,
  weakensApproval,
} from '../../settings/definitions.ts';

const ACTION = 'setting.change';

interface SettingChange {
  key: SettingKey;
  value: unknown;
  reason?: string | undefined;
  operatorId: string;
}

/**
 * Changes a setting. A change that weakens a guard or redirects money needs a second operator (O3a): then the
 * request is returned and the value stays. Compares with the database's value, since a server's may be 2 s old.
 */
export async function changeSetting(
  deps: Pick<Deps, 'db' | 'settings'>,
  { key, value, reason, operatorId }: SettingChange,
): Promise<ApprovalPending | undefined> {
  const to = parse(key, value);
  const pending = await inTransaction(deps.db, async (tx) => {
    await lockOperatorAndOwner(tx, operatorId, operatorId);
    await lockSetting(tx, key);
    const from = await deps.settings.read(tx, key);
    const subject = { kind: 'setting', id: key };
    const why = reason === undefined ? {} : { reason };
    if (weakensApproval(key, from, to)) {
      const details = { from, to, ...why };
      const request = { action: ACTION, subject, beneficiaryId: null, details, operatorId };
      return requestApprovalOnce(tx, { ...request, why: 'always' });
    }
    await deps.settings.change(tx, key, to, operatorId);
    const details = { from: shownSetting(key, from), to: shownSetting(key, to), ...why };
    await writeAudit(tx, { operatorId, action: ACTION, subject, details });
    return undefined;
  });
  await deps.settings.refresh();
  return pending;
}

/** Executes a change that a second operator approved. */
export const changeSettingApproved = ({ settings }: Pick<Deps, 'settings'>) => ({
  [ACTION]: {
    right: settingsAdminCalls.calls['PUT /admin/settings/:id'].right,
    async apply(
      tx: Transaction,
      {
        subject,
        details,
        requestedBy,
      }: { subject: { id: string }; details: Record<string, unknown>; requestedBy: string },
    ): Promise<Record<string, unknown>> {
      const key = subject.id;
      invariant(isSettingKey(key), `${key} is not a setting`);
      await lockSetting(tx, key);
      const from = await settings.read(tx, key);
      await settings.change(tx, key, parse(key, details.to), requestedBy);
      return { from };
    },
    afterCommit: () => settings.refresh(),
  },
});

function parse(key: SettingKey, value: unknown): unknown {
  const parsed = settingDefinitions[key].schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal('VALIDATION_FAILED', 'This value is not allowed.', {
    issues: parsed.error.issues.map(({ message }) => ({ path: 'value', message })),
  });
}

/** Takes an advisory lock, since there may be no row to lock. */
async function lockSetting(tx: Transaction, key: SettingKey): Promise<void> {
  await lockText(tx, 'setting-lock', key);
}
