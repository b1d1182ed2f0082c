import type { AffiliateKind, AffiliateOffer } from '@copup/shared/affiliates.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { kinds } from './kinds.ts';
import { OfferCard } from './offer-card.tsx';
import { stepTo } from './offer-words.ts';
import { useFollowReferrals } from './use-follow-referrals.ts';

interface OfferCarouselProps {
  kind: AffiliateKind;
  offers: readonly AffiliateOffer[];
}

/** More dots do not fit a narrow phone; the position is then a number. */
const mostDots = 6;
const round = 'bg-surface shadow-1';

/** T6: one offer at a time, which stays when the list changes. Previous and next wrap at both ends. */
export function OfferCarousel({ kind, offers }: OfferCarouselProps) {
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
