import type { AuditLogEntry, Setting } from '@copup/shared/admin.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { settingValue } from '@copup/shared/setting-words.ts';
import { Link } from 'react-router-dom';
import { actionWords } from '../../../console/action-words.ts';
import { showTime } from '../../../console/local-time.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';

const most = 8;

/** Who changed a setting, when and why, newest first: what the audit log has of it (S8). */
export function SettingHistory({ setting: { id, unit } }: { setting: Setting }) {
  const filter = { subject_kind: 'setting', subject_id: id };
  const query = useFresh(['setting-history', id], (signal) =>
    call('GET /admin/audit-log', { query: { ...filter, page: 1, perPage: most }, signal }),
  );
  return (
    <section aria-label="History" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h3 className="text-ctl">History</h3>
      {query.data ? null : (
        <NotLoaded query={query} failed="The history could not be read." count={3} className="h-10" />
      )}
      {query.data?.length === 0 ? <p className="text-sm text-ink-2">It was never changed.</p> : null}
      <ol className="divide-y divide-line text-sm">
        {query.data?.map((entry) => (
          <Entry key={entry.id} entry={entry} unit={unit} />
        ))}
      </ol>
      {query.data?.length === most ? (
        <Link
          to={`${operatorPath(operatorPaths.auditLog)}?filter=${encodeURIComponent(JSON.stringify(filter))}`}
          className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          Older changes in the audit log
        </Link>
      ) : null}
    </section>
  );
}

function Entry({ entry: { operator, at, action, details }, unit }: { entry: AuditLogEntry; unit: string }) {
  const { from, to, reason } = details;
  return (
    <li className="py-2">
      <p className="line-clamp-3 font-semibold wrap-anywhere">
        {settingValue(from, unit)} → {settingValue(to, unit)}
      </p>
      {action === 'setting.change' ? null : <p>{actionWords(action)}</p>}
      {typeof reason === 'string' ? <p className="wrap-anywhere text-ink-2">{reason}</p> : null}
      <p className="text-xs text-ink-3">
        {operator} · <time dateTime={at}>{showTime(at)}</time>
      </p>
    </li>
  );
}
