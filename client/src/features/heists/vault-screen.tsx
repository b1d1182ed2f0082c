import type { Heist } from '@copup/shared/heists.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServerNow } from '../../realtime/index.ts';
import { CountdownStage } from './countdown-stage.tsx';
import { phaseOf } from './live-heist.ts';
import { OpenStage } from './open-stage.tsx';
import { resultQuery } from './queries.ts';
import { ResultModal } from './result-modal.tsx';
import { useLiveHeist } from './use-live-heist.ts';
import { markSeen } from './use-start.ts';
import { WonScreen } from './won-screen.tsx';

/** Time step of the countdown, so that all players see the same second. */
const stepMs = 250;

/** A heist from its countdown to its result. The rooms deliver the start, the question and the end. */
export function VaultScreen({ heist: read }: { heist: Heist }) {
  const { heist, isStale } = useLiveHeist(read);
  const nowMs = useServerNow(stepMs);
  const phase = phaseOf(heist, nowMs);
  useEffect(() => markSeen(heist, nowMs), [heist, nowMs]);
  const result = useQuery({ ...resultQuery(heist.id), enabled: phase === 'completed' });
  if (result.data?.won) return <WonScreen result={result.data} />;
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
