import type { AffiliateOffer, LinkedSubject } from '@copup/shared/affiliates.ts';
import {
  affiliateTotalsCalls,
  type auctionOffersCalls,
  type heistOffersCalls,
  linkedSubjectCalls,
} from '@copup/shared/calls/affiliates.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { findReferrer, unknownReferrer } from '../../subjects/find-referrer.ts';
import { notPromoted } from './affiliates.errors.ts';
import { type ClaimDeps, claimReward } from './claim-reward.ts';
import { findLinkedSubject } from './linked-subject.queries.ts';
import { makeLink } from './make-link.ts';
import { readMonth } from './month.queries.ts';
import { findOffer, listOffers, type Offer } from './offers.queries.ts';
import { formatProgress, toProgress } from './progress.ts';
import { type Promoted, promotedKinds } from './promoted.ts';

type RouteDeps = ClaimDeps & Pick<Deps, 'config'>;

/** The calls of one kind: what can be promoted, the caller's progress, link and reward (T4, T5). */
export const offersRoutes = (
  deps: RouteDeps,
  promoted: Promoted,
  calls: typeof auctionOffersCalls | typeof heistOffersCalls,
) =>
  routes(calls, {
    'GET /list': async ({ viewer, query }, reply) =>
      paged(reply, await listOffers(deps.db, promoted, viewer, query)).map(toOffer),

    'GET /progress/:id': async ({ viewer, params }) => {
      const offer = await findOffer(deps.db, promoted, viewer, params.id);
      if (!offer) throw notPromoted(promoted.kind);
      return toProgress(offer);
    },

    'GET /link/:id': ({ viewer, params }) => makeLink(deps, promoted, viewer, params.id),

    'POST /check-target/:id': ({ viewer, params, key }) =>
      claimReward(deps, promoted, { id: params.id, viewer, key }),
  });

/** What the pages of links show, also without a session. */
export const linkedSubjectRoutes = ({ db }: Pick<Deps, 'db'>) => {
  const readLinked = async (promoted: Promoted, id: number, code: string): Promise<LinkedSubject> => {
    const [subject, referrer] = await Promise.all([
      findLinkedSubject(db, promoted, id),
      findReferrer(db, 0, code),
    ]);
    if (!subject) throw promoted.notFound();
    if (!referrer) throw unknownReferrer();
    return { ...subject, referrer: referrer.isDeleted ? '' : referrer.username };
  };

  return routes(linkedSubjectCalls, {
    'GET /affiliate/auction/:auctionId/:referrerId': ({ params }) =>
      readLinked(promotedKinds.auction, params.auctionId, params.referrerId),

    'GET /affiliate/heist/:heistId/:referrerId': ({ params }) =>
      readLinked(promotedKinds.heist, params.heistId, params.referrerId),
  });
};

/** Sums of auctions and heists together, under the specification's paths (T4). */
export const affiliateTotalsRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(affiliateTotalsCalls, {
    'GET /affiliate/heist/affiliate/total': async ({ viewer }) => {
      const { auctions, heists } = await readMonth(db, viewer.userId);
      return { totalAffiliates: auctions + heists, auctions, heists };
    },

    'GET /affiliate/heist/affiliate/progress': async ({ viewer }) => {
      const { auctions, heists, target } = await readMonth(db, viewer.userId);
      const current = auctions + heists;
      return {
        progress: formatProgress(current, target),
        currentAffiliates: current,
        totalTarget: target,
      };
    },
  });

const toOffer = (offer: Offer): AffiliateOffer => ({
  id: offer.id,
  name: offer.name,
  description: offer.description,
  image: imageUrl(offer.image),
  category: offer.category,
  price: offer.price,
  end_date: offer.endDate.toISOString(),
  ...toProgress(offer),
});
