import type { AffiliateKind, AffiliateOffer } from '@copup/shared/affiliates.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { LinkBox } from '../../../parts/link-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ClaimButton } from '../claim-button.tsx';
import { OfferCarousel } from '../offer-carousel.tsx';
import { claimLooks, claimText, isRunning, shareOf } from '../offer-words.ts';
import { Offers } from '../offers.tsx';
import { rulesButton } from '../rules.tsx';
import { useFollowReferrals } from '../use-follow-referrals.ts';
import { useLink } from '../use-link.ts';

const tabs = [
  { value: 'one', name: 'One by one' },
  { value: 'list', name: 'List' },
] as const;
type View = (typeof tabs)[number]['value'];
const storedAs = 'affiliate-view';

/** T6: both variants, and a switch that this device remembers. */
export function Page() {
  const [view, setView] = useState<View>(() => (readStored(storedAs) === 'list' ? 'list' : 'one'));
  const choose = (chosen: View) => {
    writeStored(storedAs, chosen);
    setView(chosen);
  };
  return (
    <Screen title="Auction affiliate" backTo={paths.affiliate} aside={rulesButton}>
      <Tabs label="View" value={view} onChange={choose} tabs={tabs} />
      <Offers key={view} kind="auction">
        {(offers) =>
          view === 'list' ? (
            <OfferList kind="auction" offers={offers} />
          ) : (
            <OfferCarousel kind="auction" offers={offers} />
          )
        }
      </Offers>
    </Screen>
  );
}

/** T6: all offers with target users and reward. */
function OfferList({ kind, offers }: { kind: AffiliateKind; offers: readonly AffiliateOffer[] }) {
  useFollowReferrals();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-2 lg:gap-5">
      {offers.map((offer) => (
        <li key={offer.id}>
          <OfferRow kind={kind} offer={offer} />
        </li>
      ))}
    </ul>
  );
}

function OfferRow({ kind, offer }: { kind: AffiliateKind; offer: AffiliateOffer }) {
  const { name, target_users: target, claim, progressDisplay } = offer;
  const { link, generate, isBusy } = useLink(kind, offer.id);
  const reasonId = useId();
  return (
    <article aria-label={name} className="grid gap-3 rounded-[22px] bg-surface p-3.5 shadow-2">
      <div className="flex flex-wrap items-center gap-3">
        <ItemPicture item={offer} sizes="60px" className="size-15" />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h2 className="line-clamp-3 font-sans text-base font-semibold tracking-normal wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-ink-2">
            Target {target} {target === 1 ? 'user' : 'users'}
          </p>
        </div>
        <p className="grid justify-items-end text-sm text-ink-2">
          <Coins amount={offer.reward_bid_points} className="text-base font-semibold text-ink" />
          reward
        </p>
      </div>
      <ProgressBar
        share={shareOf(offer.currentAffiliates, target)}
        label={`Referrals of ${isolate(name)}`}
        text={progressDisplay}
        className="h-2.5"
      />
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">{progressDisplay}</span>
        <span id={reasonId} className={classNames(claimLooks[claim], claim !== 'open' && 'font-semibold')}>
          {claim === 'open' ? `${offer.remainingReferrals} remaining` : claimText(kind, offer)}
        </span>
      </p>
      {link ? <LinkBox link={link} name={name} /> : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-2.5">
        {link ? (
          <Button className="px-2! text-sm!" onClick={() => void copyText(link)}>
            <Copy size={20} aria-hidden />
            Copy link
          </Button>
        ) : (
          <Button
            className="px-2! text-sm!"
            disabled={!isRunning(claim)}
            busy={isBusy}
            onClick={generate}
            aria-describedby={reasonId}
          >
            Generate Affiliate Link
          </Button>
        )}
        <ClaimButton
          kind={kind}
          id={offer.id}
          claim={claim}
          describedBy={reasonId}
          className="px-2! text-sm!"
        />
      </div>
    </article>
  );
}
