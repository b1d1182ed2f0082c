import { formatNumber } from '@copup/shared/coins.ts';
import type { Heist } from '@copup/shared/heists.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CorrectionCard } from '../../corrections/correction-card.tsx';
import { formatMoment, formatRemaining, secondsLeft, spellDuration } from '../../lib/format-time.ts';
import { vibrate } from '../../lib/haptics.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentRing } from '../../ui/segment-ring.tsx';
import { HeistDetails } from './heist-details.tsx';
import { HOT_SECONDS, isOnSale, type Phase } from './live-heist.ts';
import { StageHeader } from './stage-header.tsx';

interface CountdownStageProps {
  heist: Heist;
  phase: Extract<Phase, 'waiting' | 'hot' | 'opening'>;
  nowMs: number;
  /** Whether the connection is lost, so that the question may not arrive. */
  isStale: boolean;
}

/** Seconds at which the phone of a ticket holder buzzes, and for how long. */
const buzzFrom = 3;
const buzzMs = 15;

/** Before the start: the time left, for ticket holders with one segment per second at the end. */
export function CountdownStage({ heist, phase, nowMs, isStale }: CountdownStageProps) {
  const isOnline = useIsOnline();
  const startMs = Date.parse(heist.starts_at);
  const left = secondsLeft(startMs, nowMs);
  const isHot = heist.joined && phase !== 'waiting';
  useBuzz(heist.joined && phase === 'hot' ? left : null);
  return (
    <section
      aria-label="Countdown"
      className="stage adire relative flex min-h-dvh flex-col overflow-hidden [--moon-at:center_70px] [--moon-size:620px_620px]"
    >
      {isHot ? (
        <span
          aria-hidden="true"
          className="adire absolute inset-0 animate-stage-hot bg-stage-hot [--moon-at:center_70px] [--moon-size:620px_620px]"
        />
      ) : null}
      <StageHeader
        name={heist.name}
        badge={
          isStale
            ? { word: 'Reconnecting' }
            : isHot
              ? { word: 'Live', children: 'Starting' }
              : { word: 'Starts soon' }
        }
      />
      <div
        className={classNames(
          'relative grid flex-1 grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-5 px-5 py-5 text-center',
          isHot ? 'text-ember' : 'text-on-stage-2',
        )}
      >
        <Dial left={left} isHot={isHot} />
        <div className="grid justify-items-center gap-2">
          <h2 className="font-display text-[2rem] leading-tight text-white lg:text-[2.5rem]">
            {phase === 'opening' ? 'Opening the vault' : heist.joined ? 'Get ready to answer' : 'Almost time'}
          </h2>
          <p className="max-w-[34ch] leading-snug">
            The question opens here at zero, for all {formatNumber(heist.participant_count)} ticket holders at
            once. {heist.joined ? 'You have one answer.' : `It starts ${formatMoment(startMs, nowMs)}.`}
          </p>
          {isStale ? (
            <p role="status" className="rounded-md bg-[#0a0f2e] px-3.5 py-2.5 text-sm text-white">
              {offlineTitle(isOnline)} {heist.joined ? 'Your ticket is safe. ' : ''}The question loads as soon
              as your network is back.
            </p>
          ) : null}
        </div>
      </div>
      {heist.joined ? <Corrections id={heist.id} /> : null}
      <TicketBar heist={heist} isHot={isHot} isStale={isStale} />
      <Announcer left={left} isOpening={phase === 'opening'} />
    </section>
  );
}

function Corrections({ id }: { id: number }) {
  const queries = useQueryClient();
  const reload = () => {
    for (const key of ['heist', 'heists']) void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <div className="relative mx-4 mb-3 lg:mx-auto lg:w-130">
      <CorrectionCard kind="heist" id={id} onChanged={reload} />
    </div>
  );
}

/** The door of the vault behind the seconds left. */
function Dial({ left, isHot }: { left: number; isHot: boolean }) {
  const isShort = left <= HOT_SECONDS;
  return (
    <div
      role="timer"
      aria-label={left === 0 ? 'Now' : `${spellDuration(left)} to the start`}
      className="relative aspect-square w-[min(20rem,40dvh,78vw)] lg:w-[min(27.5rem,52dvh)]"
    >
      <VaultDoor
        className={classNames('absolute inset-[13%] size-[74%]', isShort ? 'opacity-28' : 'opacity-40')}
      />
      <SegmentRing
        lit={isHot ? left : 0}
        litColour="#ff8468"
        outColour={isHot ? 'rgba(255,216,205,.16)' : 'rgba(201,210,255,.24)'}
        className="absolute inset-0 size-full"
      />
      <span
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 grid place-items-center font-display leading-none font-bold tracking-tighter text-white',
          isShort ? 'text-[min(8.5rem,32vw)] lg:text-[12rem]' : 'text-[min(4rem,16vw)] lg:text-[5.5rem]',
        )}
      >
        <span key={left} className={isHot ? 'animate-last-seconds' : ''}>
          {formatRemaining(left)}
        </span>
      </span>
    </div>
  );
}

function TicketBar({ heist, isHot, isStale }: { heist: Heist; isHot: boolean; isStale: boolean }) {
  const [isBuying, setIsBuying] = useState(false);
  const canBuy = heist.status !== 'waiting' && isOnSale(heist);
  return (
    <div
      className={classNames(
        'relative mx-4 mb-5 flex flex-wrap items-center gap-3 rounded-lg px-4 py-3.5 leading-snug lg:mx-auto lg:mb-10 lg:w-130',
        isHot ? 'bg-stage-hot-deep text-ember' : 'bg-stage-deep text-on-stage-2',
      )}
    >
      <span className="grid size-tap shrink-0 place-items-center rounded-md bg-coin text-on-coin">
        <Ticket size={22} aria-hidden />
      </span>
      <span className="min-w-0 flex-[1_1_8rem]">
        <b className="block font-semibold text-white">
          {heist.joined ? 'You hold a ticket' : 'You have no ticket'}
        </b>
        <span className="block text-xs wrap-anywhere">{heist.prize_name}</span>
      </span>
      <span className="text-right">
        <b className="block text-white">
          {formatNumber(heist.participant_count)} of {formatNumber(heist.capacity)}
        </b>
        <span className="block text-xs">tickets sold</span>
      </span>
      {canBuy ? (
        <Button look="coin" disabled={isStale} onClick={() => setIsBuying(true)} className="w-full">
          Buy Ticket
        </Button>
      ) : null}
      {isBuying ? <HeistDetails heist={heist} onClose={() => setIsBuying(false)} /> : null}
    </div>
  );
}

/** Announces the time once at 60 s, at 10 s and at zero. */
function Announcer({ left, isOpening }: { left: number; isOpening: boolean }) {
  const text = isOpening
    ? 'The vault opens now.'
    : left <= 10
      ? '10 seconds left.'
      : left <= 60
        ? '1 minute left.'
        : '';
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function useBuzz(left: number | null): void {
  useEffect(() => {
    if (left !== null && left > 0 && left <= buzzFrom) vibrate(buzzMs);
  }, [left]);
}
