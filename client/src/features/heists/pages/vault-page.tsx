import type { Heist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { pathId } from '../../../lib/path-id.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { CountdownStage } from '../countdown-stage.tsx';
import { phaseOf } from '../live-heist.ts';
import { OpenStage } from '../open-stage.tsx';
import { heistQuery, resultQuery } from '../queries.ts';
import { ResultModal } from '../result-modal.tsx';
import { useLiveHeist } from '../use-live-heist.ts';
import { markSeen } from '../use-start.ts';
import { WonScreen } from '../won-screen.tsx';

/** The vault of one heist, from the countdown to the result. */
export function Page() {
  const { id: idText } = useParams();
  const id = pathId(idText);
  const { data, error, isError, refetch } = useQuery({ ...heistQuery(id), enabled: !Number.isNaN(id) });
  useTitle(data?.name ?? 'Heist');
  if (data) return <VaultScreen key={data.id} heist={data} />;
  const isUnknown = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title="Heist" backTo={paths.heists} />
      <PageBody>
        {isUnknown ? (
          <EmptyState title="Heist not found" link={{ to: paths.heists, name: 'All heists' }} />
        ) : isError ? (
          <ErrorState isWhole message="Error fetching heist details." onRetry={() => void refetch()} />
        ) : (
          <Skeletons text="Loading..." count={2} className="h-60" />
        )}
      </PageBody>
    </>
  );
}

/** Time step of the countdown, so that all players see the same second. */
const stepMs = 250;

/** A heist from its countdown to its result. The rooms deliver the start, the question and the end. */
function VaultScreen({ heist: read }: { heist: Heist }) {
  const { heist, isStale } = useLiveHeist(read);
  const nowMs = useServerNow(stepMs);
  const phase = phaseOf(heist, nowMs);
  useEffect(() => markSeen(heist, nowMs), [heist, nowMs]);
  const result = useQuery({ ...resultQuery(heist.id), enabled: phase === 'completed' });
  if (result.data?.won) return <WonScreen result={result.data} answeredAt={heist.answered_at} />;
  if (phase === 'waiting' || phase === 'hot' || phase === 'opening')
    return <CountdownStage heist={heist} phase={phase} nowMs={nowMs} isStale={isStale} />;
  return (
    <>
      <OpenStage heist={heist} phase={phase} nowMs={nowMs} isStale={isStale} />
      {phase === 'completed' ? (
        <ResultModal
          heist={heist}
          result={result.data}
          hasError={result.isError}
          onRetry={() => void result.refetch()}
        />
      ) : null}
    </>
  );
}
