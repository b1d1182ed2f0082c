import { inCoins } from '@copup/shared/coins.ts';
import { type SpinProofResult, verifySpinProof } from '@copup/shared/spin-proof.ts';
import type { SpinFairness } from '@copup/shared/spins.ts';
import { Disc3, Key, Lock, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../lib/format-time.ts';
import { browserHashes } from '../../lib/verify-proof.ts';
import { Fact, Verdict } from './proof-parts.tsx';

interface SpinProofProps {
  proof: SpinFairness;
  /** Action beside the user's own number. */
  ownNumberAction?: ReactNode;
  children?: ReactNode;
}

/** The result of the verification of a spin. */
export function SpinProofView({ proof, ownNumberAction, children }: SpinProofProps) {
  const { server_seed: seed, segment, result: coins, at } = proof;
  const result = seed === null ? null : verifySpinProof(proof, browserHashes);
  return (
    <>
      <Verdict
        state={result === null ? 'sealed' : result.isProven ? 'right' : 'wrong'}
        {...verdictOf(proof, result)}
      />
      <ul className="divide-y divide-line overflow-hidden rounded-[24px] bg-surface shadow-2">
        <Fact Icon={Lock} name="Sealed before your spin" hash={proof.commitment} />
        {seed === null ? (
          <Fact Icon={Key} name="Opened after your spin" text="Not before you spin" />
        ) : (
          <Fact Icon={Key} name="Opened after your spin" hash={seed} />
        )}
        <Fact Icon={User} name="Your own number" text={proof.client_seed}>
          {seed === null ? ownNumberAction : null}
        </Fact>
        {segment !== null && coins !== null ? (
          <Fact
            Icon={Disc3}
            name={`Segment ${segment + 1} of 6: ${inCoins(coins)}`}
            text={at === null ? '' : formatMoment(Date.parse(at), Date.now())}
          />
        ) : null}
      </ul>
      {children}
    </>
  );
}

function verdictOf(
  { result: coins }: SpinFairness,
  result: SpinProofResult | null,
): { title: string; text: string } {
  if (!result)
    return {
      title: 'Sealed',
      text: 'Our number for your spin is sealed. It opens when you spin, and this page then checks where the wheel stopped.',
    };
  if (result.isProven)
    return {
      title: 'Your spin matches',
      text: `We sealed our number before you spun. Your phone has now checked that the wheel stops at ${inCoins(coins ?? 0)}.`,
    };
  if (!result.isSeedCommitted)
    return { title: 'Not verified', text: 'The opened number is not the one that was sealed.' };
  if (!result.isSegmentRight)
    return { title: 'Not verified', text: 'The numbers give another segment of the wheel.' };
  return { title: 'Not verified', text: 'The segment has another number of coins.' };
}
