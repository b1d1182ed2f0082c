import type { Setting } from '@copup/shared/admin.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { request } from '../../../lib/api.ts';

/** H7: whether there is an unlock code. The reply has only its end. */
export function UnlockCode() {
  const { data } = useQuery({
    queryKey: ['setting', 'heistUnlockCode'],
    queryFn: ({ signal }) => request<Setting>('/admin/settings/heistUnlockCode', { signal }),
    staleTime: 0,
  });
  if (!data) return null;
  return (
    <p className="text-sm text-ink-2">
      {data.value === '' ? (
        'No unlock code: waiting heists sell no tickets.'
      ) : (
        <>
          Unlock code of waiting heists: <span className="font-semibold text-ink">{String(data.value)}</span>.
        </>
      )}{' '}
      <Link to={operatorPath(operatorPaths.settings)} className="font-semibold text-brand underline">
        Change heistUnlockCode
      </Link>
    </p>
  );
}
