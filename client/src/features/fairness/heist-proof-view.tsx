import type { HeistFairness } from '@copup/shared/fairness-calls.ts';
import type { HeistProofResult } from '@copup/shared/heist-proof.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { CircleHelp, Key, KeyRound, Lock, Trophy } from 'lucide-react';
import { formatClock } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { pseudonymIn, verifyHeist } from '../../lib/verify-proof.ts';
import { Chip } from '../../ui/chip.tsx';
import { Fact, ProofFrame, ProofList, type ProofViewProps } from './proof-parts.tsx';

/** Correct answers shown, besides that of the winner. */
const MAX_SHOWN = 50;

/** The result of the verification of a heist: its seals, its answers and its winner. */
export function HeistProofView({ proof, children }: ProofViewProps<HeistFairness>) {
  const { id } = useSignedInUser();
  const { salt, question, answers, draw_seed: seed, winner, accepted_near_misses: nearMisses } = proof;
  const result = salt === null ? null : verifyHeist(proof);
  const own = salt === null ? null : pseudonymIn(salt, id);
  const shown = proof.correct.filter(({ user }, at) => at < MAX_SHOWN || user === winner || user === own);
  return (
    <ProofFrame
      result={result}
      {...verdictOf(proof, result)}
      facts={
        <>
          <Fact Icon={Lock} name="Answers, sealed before the first ticket" hash={proof.answer_commitment} />
          {proof.winner_rule === 'draw' ? (
            <Fact Icon={Lock} name="Draw, sealed before the first ticket" hash={proof.draw_commitment} />
          ) : null}
          {salt === null ? (
            <Fact Icon={Key} name="Opened when the heist is completed" text="Not before the end" />
          ) : (
            <>
              <Fact Icon={CircleHelp} name="Question" text={question ?? ''} />
              <Fact Icon={KeyRound} name="Accepted answers" text={(answers ?? []).join(' · ')} />
              {nearMisses.length > 0 ? (
                <Fact Icon={KeyRound} name="Accepted as misspelled" text={nearMisses.join(' · ')} />
              ) : null}
              <Fact Icon={Key} name="Opened with the answers" hash={salt} />
              {proof.winner_rule === 'draw' && seed !== null ? (
                <Fact Icon={Key} name="Opened for the draw" hash={seed} />
              ) : null}
            </>
          )}
        </>
      }
    >
      {children}
      {shown.length > 0 ? (
        <ProofList
          label="Correct answers"
          title={`${isolate(proof.title)}, correct answers`}
          aside={
            <span className="text-sm text-ink-2">
              {shown.length} of {proof.correct_count}
            </span>
          }
        >
          {shown.map(({ place, user, answer, answered_at }) => (
            <li key={place} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span className="min-w-7 text-ink-2">{place}</span>
              <span className="min-w-0 flex-[1_1_6rem]">
                <b className="block font-semibold wrap-anywhere">{answer}</b>
                <span className="block text-sm text-ink-2">{formatClock(Date.parse(answered_at))}</span>
              </span>
              {user === own ? <Chip>You</Chip> : null}
              {user === winner ? (
                <Chip look="coin">
                  <Trophy size={16} aria-hidden />
                  Winner
                </Chip>
              ) : null}
            </li>
          ))}
        </ProofList>
      ) : null}
    </ProofFrame>
  );
}

function verdictOf(
  { title, status, winner, winner_username, winner_rule, correct_count: count }: HeistFairness,
  result: HeistProofResult | null,
): { title: string; text: string } {
  if (!result) {
    return {
      title: 'Sealed',
      text:
        status === 'cancelled'
          ? `${isolate(title)} was cancelled, and its tickets were refunded. Its answers stay sealed.`
          : `The question and the answers of ${isolate(title)} are sealed. They open when it is completed, and this page then checks the winner.`,
    };
  }
  if (!result.isProven) return { title: 'Not verified', text: mismatchOf(result) };
  if (winner === null)
    return { title: 'The seals match', text: 'No answer was correct. All tickets were refunded.' };
  const name = winner_username ?? 'The winner';
  if (count === 1)
    return {
      title: 'The winner matches',
      text: `${name} gave the only correct answer. Your phone has checked it against the sealed answers.`,
    };
  return {
    title: 'The winner matches',
    text:
      winner_rule === 'draw'
        ? `${name} was drawn from ${count} correct answers. Your phone has checked the draw and the sealed answers.`
        : `${name} gave the first of ${count} correct answers. Your phone has checked it against the sealed answers.`,
  };
}

function mismatchOf(result: HeistProofResult): string {
  if (!result.isAnswerCommitted) return 'The opened question and answers are not those that were sealed.';
  if (!result.isSeedCommitted) return 'The number opened for the draw is not the one that was sealed.';
  if (!result.areNearMissesNear) return 'An answer was accepted that is not a misspelled sealed answer.';
  if (!result.areAnswersCorrect) return 'An answer in the list is not a sealed answer.';
  if (!result.isOrderRight) return 'The correct answers are not complete and in the order of time.';
  return 'The winner does not follow from the answers and the sealed numbers.';
}
