import { paths } from '@copup/shared/page-paths.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { OfferCarousel } from '../offer-carousel.tsx';
import { Offers } from '../offers.tsx';
import { rulesButton } from '../rules.tsx';

export function Page() {
  return (
    <Screen title="Heist affiliate" backTo={paths.affiliate} aside={rulesButton}>
      <Offers kind="heist">{(offers) => <OfferCarousel kind="heist" offers={offers} />}</Offers>
    </Screen>
  );
}
