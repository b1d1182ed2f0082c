import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody } from '../../../ui/page-header.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AffiliateHeader } from '../affiliate-header.tsx';
import { OfferCarousel } from '../offer-carousel.tsx';
import { OfferList } from '../offer-list.tsx';
import { Offers } from '../offers.tsx';

const tabs = [
  { value: 'one', name: 'One by one' },
  { value: 'list', name: 'List' },
] as const;
type View = (typeof tabs)[number]['value'];
const storedAs = 'affiliate-view';

/** T6: both variants, and a switch that this device remembers. */
export function Page() {
  useTitle('Auction affiliate');
  const [view, setView] = useState<View>(() => (readStored(storedAs) === 'list' ? 'list' : 'one'));
  const choose = (chosen: View) => {
    writeStored(storedAs, chosen);
    setView(chosen);
  };
  return (
    <>
      <AffiliateHeader title="Auction affiliate" backTo={paths.affiliate} />
      <PageBody>
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
      </PageBody>
    </>
  );
}
