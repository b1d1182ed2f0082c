import type { HeistProof } from '@copup/shared/heist-proof.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { request } from '../../lib/api.ts';
import { readQuery } from '../../lib/read-query.ts';
import { shortHash } from '../../lib/short-hash.ts';
import { classNames } from '../../ui/class-names.ts';

interface Check {
  isProven: boolean;
  hash: string;
}

/** Verifies a completed heist in this browser. The hash functions are loaded with the first check. */
async function check(id: number, signal: AbortSignal): Promise<Check> {
  const proof = await request<HeistProof>(`/fairness/heist/${id}`, { signal });
  const { verifyHeist } = await import('../../lib/verify-proof.ts');
  return { isProven: verifyHeist(proof).isProven, hash: proof.answer_commitment };
}

/** Whether the revealed answer is the one that was sealed; opens the proof. */
export function ProofRow({ id, isOnStage = false }: { id: number; isOnStage?: boolean }) {
  const { data, isError } = useQuery(readQuery(['heist-check', id], (signal) => check(id, signal)));
  const isBad = data?.isProven === false;
  const Icon = isBad ? ShieldAlert : ShieldCheck;
  return (
    <Link
      to={pathTo(paths.proof, 'heist', id)}
      className={classNames(
        'flex min-h-15 items-center gap-3 rounded-[18px] px-3.5 py-2 text-left text-[0.9375rem] leading-snug',
        isOnStage ? 'bg-stage-up' : 'ctl-line',
      )}
    >
      <Icon
        size={22}
        aria-hidden
        className={classNames('shrink-0', isBad ? 'text-danger' : isOnStage ? 'text-win' : 'text-ok')}
      />
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{titleOf(data, isError)}</b>
        {isOnStage ? (
          <span className="block text-sm text-on-stage-2">Fixed before the first ticket was sold.</span>
        ) : data ? (
          <span className="block font-mono text-xs text-ink-2">{shortHash(data.hash)}</span>
        ) : null}
      </span>
      <ChevronRight size={20} aria-hidden className="shrink-0" />
    </Link>
  );
}

function titleOf(data: Check | undefined, isError: boolean): string {
  if (data) return data.isProven ? 'The sealed answer matches' : 'The sealed answer does not match';
  return isError ? 'See the sealed answer' : 'Checking the sealed answer';
}
