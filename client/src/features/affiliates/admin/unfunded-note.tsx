import type { UnfundedClaimsReply } from '@copup/shared/affiliates.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../lib/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';

/** T5: rewards that were claimed and could not be paid; operators fund them (O3a). */
export function UnfundedNote() {
  const { data } = useQuery({
    queryKey: ['unfunded-claims'],
    queryFn: ({ signal }) => request<UnfundedClaimsReply>('/admin/affiliates/unfunded', { signal }),
    staleTime: 0,
  });
  if (!data || data.items.length === 0 || data.owed <= data.rewards) return null;
  return (
    <Note
      look="warn"
      role="status"
      title={`Claimed rewards of ${inCoins(data.owed)} wait; the fund holds ${inCoins(data.rewards)}`}
      action={
        <ButtonLink look="line" size="sm" to={operatorPath(operatorPaths.approvals)}>
          Fund rewards
        </ButtonLink>
      }
    >
      {data.items
        .slice(0, 3)
        .map(
          ({ referrer, subject_name, bid_points }) =>
            `${referrer}: ${inCoins(bid_points)} for ${isolate(subject_name)}`,
        )
        .join('. ')}
      {data.items.length > 3 ? ` and ${data.items.length - 3} more.` : '.'}
    </Note>
  );
}
