import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody } from '../../../ui/page-header.tsx';
import { AffiliateHeader } from '../affiliate-header.tsx';
import { OfferCarousel } from '../offer-carousel.tsx';
import { Offers } from '../offers.tsx';

export function Page() {
  useTitle('Heist affiliate');
  return (
    <>
      <AffiliateHeader title="Heist affiliate" backTo={paths.affiliate} />
      <PageBody>
        <Offers kind="heist">{(offers) => <OfferCarousel kind="heist" offers={offers} />}</Offers>
      </PageBody>
    </>
  );
}
