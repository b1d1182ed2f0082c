import type { AffiliateKind, AffiliateOffer } from '@copup/shared/affiliates.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useSignedInUser } from '../../../lib/session.ts';
import { useAllPages } from '../../../lib/use-all-pages.ts';
import { ItemArt } from '../../../ui/art/item-art.tsx';
import { VaultDoor } from '../../../ui/art/vault-door.tsx';
import { HubChoice } from '../../../ui/hub-choice.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ClaimButton } from '../claim-button.tsx';
import { kinds } from '../kinds.ts';
import { MonthStage, useMonth } from '../month-stage.tsx';
import { isRunning } from '../offer-words.ts';
import { offersQuery } from '../queries.ts';
import { rulesButton, rulesText } from '../rules.tsx';
import { useFollowReferrals, useFollowSubjects } from '../use-follow-referrals.ts';

/** The affiliate hub: two choices, this month, and the rewards that are ready, the only gold. */
export function Page() {
  const { id } = useSignedInUser();
  const offers = {
    auction: useInfiniteQuery(offersQuery(id, 'auction')),
    heist: useInfiniteQuery(offersQuery(id, 'heist')),
  };
  useAllPages(offers.auction);
  useAllPages(offers.heist);
  useFollowReferrals();
  useFollowSubjects('auction');
  useFollowSubjects('heist');
  const ready = (['auction', 'heist'] as const).flatMap((kind) =>
    (offers[kind].data ?? []).filter(({ claim }) => claim === 'ready').map((offer) => ({ kind, offer })),
  );
  return (
    <Screen title="Affiliate" backTo={paths.dashboard} aside={rulesButton}>
      <Month />
      <nav aria-label="Affiliate" className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
        <Choice kind="auction" name="Auction" offers={offers.auction.data}>
          <ItemArt name="phone" category="product" className="size-[68%]" />
        </Choice>
        <Choice kind="heist" name="Heist" offers={offers.heist.data}>
          <VaultDoor className="size-[84%]" />
        </Choice>
      </nav>
      {ready.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-ctl">Ready to claim</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
            {ready.map(({ kind, offer }) => (
              <ReadyRow key={`${kind}${offer.id}`} kind={kind} offer={offer} />
            ))}
          </ul>
        </section>
      ) : null}
      <p className="text-sm text-ink-2">{rulesText}</p>
    </Screen>
  );
}

function Month() {
  const { known, isError, refetch } = useMonth();
  if (known) {
    const note = `${known.month.progress} of your open targets`;
    return (
      <Link to={paths.affiliates} className="rounded-xl">
        <MonthStage label="Friends this month" {...known} note={note} />
      </Link>
    );
  }
  if (!isError) return <div aria-hidden="true" className="skeleton h-39 rounded-xl" />;
  return <ErrorState message="Failed to load affiliate data." onRetry={refetch} />;
}

interface ChoiceProps {
  kind: AffiliateKind;
  name: string;
  offers: readonly AffiliateOffer[] | undefined;
  children: ReactNode;
}

function Choice({ kind, name, offers, children }: ChoiceProps) {
  const open = offers?.filter(({ claim }) => isRunning(claim)).length;
  const { path, joins } = kinds[kind];
  const text = `${open === undefined ? '' : `${open} open. `}Bring friends who ${joins}.`;
  return (
    <HubChoice to={path} name={name} text={text}>
      {children}
    </HubChoice>
  );
}

function ReadyRow({ kind, offer }: { kind: AffiliateKind; offer: AffiliateOffer }) {
  const progressId = useId();
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 rounded-[18px] bg-surface p-3 shadow-2">
      <ItemPicture item={offer} sizes="52px" className="size-13" />
      <div className="min-w-0 flex-[1_1_7rem]">
        <h3 className="line-clamp-2 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {offer.name}
        </h3>
        <p id={progressId} className="text-sm text-ink-2">
          {offer.progressDisplay}
        </p>
      </div>
      <ClaimButton kind={kind} id={offer.id} claim={offer.claim} describedBy={progressId} size="sm" />
    </li>
  );
}
