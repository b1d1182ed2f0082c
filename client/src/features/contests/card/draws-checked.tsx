import { cardValues } from '@copup/shared/fairness.ts';
import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { request } from '../../../lib/api.ts';
import { CardFace } from '../../../ui/card-face.tsx';

/** After the game: the number of draws of each card, and whether this browser verified the draws (F1). */
export function DrawsChecked({ gameId }: { gameId: number }) {
  const { data } = useQuery({
    queryKey: ['fairness', 'card', gameId],
    queryFn: ({ signal }) => request<CardFairness>(`/fairness/card/${gameId}`, { signal }),
  });
  const isProven = useIsProven(data);
  if (!data) return null;
  const count = data.draws.length;
  const Icon = isProven === false ? ShieldAlert : ShieldCheck;
  return (
    <>
      <ul className="mt-3.5 grid grid-cols-3 gap-2.5">
        {cardValues.map((value) => (
          <li
            key={value}
            className="flex flex-wrap items-center justify-center gap-2 rounded-[18px] bg-canvas p-2.5"
          >
            <CardFace value={value} />
            <b>× {data.draws.filter((draw) => draw.value === value).length}</b>
          </li>
        ))}
      </ul>
      <Link
        to={pathTo(paths.proof, 'card', gameId)}
        className="ctl-line mt-3.5 flex min-h-15 items-center gap-3 rounded-[18px] px-4 py-2"
      >
        <Icon size={22} aria-hidden className={isProven === false ? 'text-danger' : 'text-ok'} />
        <span className="min-w-0 flex-1">
          <b className="block font-semibold">
            {isProven === undefined
              ? 'Checking the draws'
              : isProven
                ? count === 1
                  ? '1 draw matches'
                  : `All ${count} draws match`
                : 'A draw does not match'}
          </b>
          <span className="block text-sm text-ink-2">Your phone checked each card</span>
        </span>
        <ChevronRight size={20} aria-hidden className="text-ink-2" />
      </Link>
    </>
  );
}

/** Returns undefined during the check. The hash functions are loaded once there is a proof. */
function useIsProven(proof: CardFairness | undefined): boolean | undefined {
  const [isProven, setIsProven] = useState<boolean>();
  useEffect(() => {
    if (!proof) return;
    let isCurrent = true;
    void import('../../../lib/verify-proof.ts').then(({ verifyProof }) => {
      if (isCurrent) setIsProven(verifyProof(proof).isProven);
    });
    return () => {
      isCurrent = false;
    };
  }, [proof]);
  return isProven;
}
