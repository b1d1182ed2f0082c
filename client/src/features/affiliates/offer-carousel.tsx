import type { AffiliateKind, AffiliateOffer } from '@copup/shared/affiliates.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { LinkBox } from '../../parts/link-box.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coins } from '../../ui/money.tsx';
import { ReferralRing } from '../../ui/referral-ring.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ClaimButton } from './claim-button.tsx';
import { kinds } from './kinds.ts';
import { claimText, isRunning, shareOf, stepTo } from './offer-words.ts';
import { progressQuery } from './queries.ts';
import { useFollowReferrals } from './use-follow-referrals.ts';
import { useLink } from './use-link.ts';

/** More dots do not fit a narrow phone; the position is then a number. */
const mostDots = 6;
const round = 'bg-surface shadow-1';

/** T6: one offer at a time, which stays when the list changes. Previous and next wrap at both ends. */
export function OfferCarousel({ kind, offers }: { kind: AffiliateKind; offers: readonly AffiliateOffer[] }) {
  const hasChanged = useFollowReferrals({ keepsLists: true });
  const [shownId, setShownId] = useState<number | null>(null);
  const at = Math.max(
    0,
    offers.findIndex(({ id }) => id === shownId),
  );
  const offer = offers[at];
  if (!offer) return null;
  const step = (by: 1 | -1) => setShownId(offers[stepTo(at, by, offers.length)]?.id ?? null);
  const { noun } = kinds[kind];
  const position = `${at + 1} of ${offers.length}`;
  return (
    <section aria-label={`${noun} affiliate offers`} aria-roledescription="carousel" className="grid gap-5">
      <OfferCard key={offer.id} kind={kind} offer={offer} hasChanged={hasChanged} />
      {offers.length > 1 ? (
        <div className="flex items-center justify-center gap-3.5">
          <IconButton label={`Previous ${noun}`} className={round} onClick={() => step(-1)}>
            <ChevronLeft size={24} aria-hidden />
          </IconButton>
          <span aria-live="polite" className="sr-only">
            {isolate(offer.name)}, {position}
          </span>
          {offers.length > mostDots ? (
            <span aria-hidden="true" className="min-w-16 text-center text-sm text-ink-2">
              {position}
            </span>
          ) : (
            <span aria-hidden="true" className="flex items-center gap-2">
              {offers.map(({ id }, nth) => (
                <span
                  key={id}
                  className={classNames(
                    'h-2 rounded-full',
                    nth === at
                      ? 'w-6 bg-brand'
                      : 'w-2 bg-[color-mix(in_srgb,var(--c-ink)_26%,var(--c-canvas))]',
                  )}
                />
              ))}
            </span>
          )}
          <IconButton label={`Next ${noun}`} className={round} onClick={() => step(1)}>
            <ChevronRight size={24} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </section>
  );
}

interface OfferCardProps {
  kind: AffiliateKind;
  offer: AffiliateOffer;
  /** Whether the progress may have changed since the list was read. */
  hasChanged: boolean;
}

/** One offer of the carousel: the ring, three facts, the link and the reward. */
function OfferCard({ kind, offer, hasChanged }: OfferCardProps) {
  const { id: userId } = useSignedInUser();
  const { data, isError, refetch } = useQuery(progressQuery(userId, kind, offer.id, hasChanged));
  const progress = data ?? offer;
  const { link, generate, isBusy } = useLink(kind, offer.id);
  const reasonId = useId();
  const { currentAffiliates: current, target_users: target } = progress;
  const count = `${formatNumber(current)}/${formatNumber(target)}`;
  return (
    <article
      aria-label={offer.name}
      className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl bg-surface shadow-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="stage adire grid content-center justify-items-center gap-3.5 px-5 py-6 text-center [--moon-at:center_-70px] [--moon-size:380px_380px] lg:[--moon-at:center_20px]">
        <ReferralRing share={shareOf(current, target)} className="size-[min(10.5rem,60vw)] lg:size-60">
          <p role="status" aria-atomic="true">
            <span
              className={classNames(
                'block font-display leading-none font-bold tracking-tight',
                count.length > 7 ? 'text-xl lg:text-[2.25rem]' : 'text-[2.5rem] lg:text-[3.75rem]',
              )}
            >
              {count}
            </span>
            <span className="text-sm font-semibold text-on-stage-2">referrals</span>
          </p>
        </ReferralRing>
        <div className="grid w-full gap-1">
          <h2 className="line-clamp-3 text-xl wrap-anywhere">{offer.name}</h2>
          {offer.description ? (
            <p className="line-clamp-3 text-sm wrap-anywhere text-on-stage-2">{offer.description}</p>
          ) : null}
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-center gap-3.5 p-4 lg:gap-5 lg:p-8">
        {isError ? <ErrorState message={kinds[kind].progressError} onRetry={() => void refetch()} /> : null}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] divide-x divide-line rounded-[20px] text-center shadow-[inset_0_0_0_1px_var(--c-line)]">
          <Fact name="Target users">{formatNumber(target)}</Fact>
          <Fact name="Reward">
            <Coins amount={progress.reward_bid_points} />
          </Fact>
          <Fact name="Remaining">{formatNumber(progress.remainingReferrals)}</Fact>
        </dl>
        {link ? <LinkBox link={link} name={offer.name} /> : null}
        <Button
          look="ink"
          disabled={!isRunning(progress.claim)}
          busy={isBusy}
          onClick={generate}
          aria-describedby={reasonId}
        >
          Generate Affiliate Link
        </Button>
        <ClaimButton kind={kind} id={offer.id} claim={progress.claim} describedBy={reasonId} />
        <p id={reasonId} className="text-center text-sm text-ink-2">
          {claimText(kind, progress)}
        </p>
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 px-2 py-3">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  );
}
