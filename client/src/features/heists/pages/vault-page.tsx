import type { Heist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { pathId } from '../../../lib/path-id.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { UnreadPage } from '../../../parts/unread-page.tsx';
import { useServerNow } from '../../../realtime/index.ts';
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
  const id = pathId(useParams().id);
  const { data, error, refetch } = useQuery({ ...heistQuery(id), enabled: !Number.isNaN(id) });
  useTitle(data?.name ?? 'Heist');
  if (data) return <VaultScreen key={data.id} heist={data} />;
  return (
    <UnreadPage
      {...{ title: 'Heist', id }}
      link={{ to: paths.heists, name: 'All heists' }}
      query={{ error, refetch }}
      notFound="Heist not found"
      failed="Error fetching heist details."
      skeleton="h-40"
    />
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
