import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { Lock } from 'lucide-react';
import {
  formatClock,
  formatMoment,
  formatRemaining,
  secondsLeft,
  spellDuration,
} from '../../lib/format-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';

/** A ring that empties until the result, in the place of the vault. */
export function ResultRing({ heist, nowMs, isStale }: { heist: Heist; nowMs: number; isStale: boolean }) {
  const endMs = Date.parse(heist.end_date);
  const left = secondsLeft(endMs, nowMs);
  const label = `${spellDuration(left)} to the result`;
  return (
    <>
      <CountdownRing
        state={isStale ? 'estimated' : left <= 10 ? 'hot' : 'running'}
        share={(left * 1_000) / (endMs - Date.parse(heist.starts_at))}
        time={formatRemaining(left)}
        label={label}
        hasPill={false}
        className="w-[min(13rem,28dvh)] lg:w-[min(24rem,46dvh)]"
      >
        <span
          role="timer"
          aria-label={label}
          className="grid size-full place-content-center gap-1 text-center"
        >
          <span className="text-sm text-on-stage-2">result in</span>
          <b className="font-display text-[min(2.5rem,10vw)] leading-none font-bold tracking-tight lg:text-[4rem]">
            {formatRemaining(left)}
          </b>
          <span className="text-sm text-on-stage-2">at {formatMoment(endMs, nowMs)}</span>
        </span>
      </CountdownRing>
      <p role="status" className="sr-only">
        {left <= 60 ? 'The result follows in one minute.' : ''}
      </p>
    </>
  );
}

/** Longer answers are in the size of text. */
const longAnswer = 40;

/** After the answer: it cannot be changed, and what happens next. */
export function OwnAnswer({ heist, nowMs }: { heist: Heist; nowMs: number }) {
  const { own_answer: own, answered_at: at, prize_name: prize } = heist;
  const end = formatMoment(Date.parse(heist.end_date), nowMs);
  const winner =
    heist.winner_rule === 'draw' ? 'One of the correct answers wins' : 'The first correct answer wins';
  return (
    <>
      <Card className="grid gap-1.5 p-4">
        <p className="text-ink-2 wrap-anywhere">{heist.question}</p>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <b
            className={classNames(
              'min-w-0 font-bold wrap-anywhere',
              own && own.length > longAnswer ? 'text-ctl' : 'font-display text-[1.5rem] leading-tight',
            )}
          >
            {own}
          </b>
          <Chip look="ok">
            <Lock size={16} aria-hidden />
            Locked
          </Chip>
        </p>
        {at ? (
          <p className="text-sm text-ink-3">
            Sent {formatClock(Date.parse(at))}, nobody sees it before the end
          </p>
        ) : null}
      </Card>
      <Card className="p-4">
        <h3 className="text-ctl">What happens next</h3>
        <ol className="mt-2 grid list-decimal gap-2 pl-5 text-ink-2 wrap-anywhere">
          <li>
            <b className="text-ink">{end}, the seal opens.</b> {winner} <span>{prize}</span>.
          </li>
          <li>
            <b className="text-ink">You get a message either way.</b>{' '}
            {heist.category === 'cash' ? 'Won coins go to your wallet.' : 'Won prizes go to your cart.'}
          </li>
        </ol>
      </Card>
      <ButtonLink look="line" to={pathTo(paths.proof, 'heist', heist.id)}>
        See the seal
      </ButtonLink>
      <ButtonLink to={paths.heists}>Back to Heist</ButtonLink>
    </>
  );
}
