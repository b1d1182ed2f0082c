import {
  AffiliateLink,
  AffiliateMonth,
  AffiliateOffer,
  AffiliateProgress,
  AffiliateTotal,
  AuctionReferralParams,
  ClaimReply,
  HeistReferralParams,
  LinkedSubject,
} from '@copup/shared/affiliates.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unknownReferrer } from '../../affiliates/affiliates.errors.ts';
import { findReferrer } from '../../affiliates/find-referrer.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { notPromoted } from './affiliates.errors.ts';
import { type ClaimDeps, claimReward } from './claim-reward.ts';
import { findLinkedSubject } from './linked-subject.queries.ts';
import { makeLink } from './make-link.ts';
import { readMonth } from './month.queries.ts';
import { findOffer, listOffers, type Offer } from './offers.queries.ts';
import { formatProgress, toProgress } from './progress.ts';
import { type Promoted, promotedKinds } from './promoted.ts';

type RouteDeps = ClaimDeps & Pick<Deps, 'config'>;

const tags = ['affiliates'];
const read = { access: 'user', limit: 'read' } as const;

/** The calls of one kind, below this path: what can be promoted, the caller's progress, link and reward (T4, T5). */
export const offersRoutes =
  (deps: RouteDeps, promoted: Promoted, below: string): FastifyPluginAsyncZod =>
  async (app) => {
    const { kind } = promoted;

    app.get(
      `${below}/list`,
      {
        config: read,
        schema: {
          tags,
          summary: `Every ${kind} that can be promoted, with the caller's progress; also ended ones with referrals of the caller; newest first, X-Next-Cursor continues`,
          querystring: CursorQuery,
          response: { 200: z.array(AffiliateOffer) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listOffers(deps.db, promoted, viewer, query)).map(toOffer),
    );

    app.get(
      `${below}/progress/:id`,
      {
        config: { ...read, errors: ['NOT_PROMOTED'] },
        schema: {
          tags,
          summary: `The caller's referrals of one ${kind}`,
          params: IdParams,
          response: { 200: AffiliateProgress },
        },
      },
      async ({ viewer, params }) => {
        const offer = await findOffer(deps.db, promoted, viewer, params.id);
        if (!offer) throw notPromoted(kind);
        return toProgress(offer);
      },
    );

    app.get(
      `${below}/link/:id`,
      {
        config: { ...read, access: 'player', errors: ['NOT_PROMOTED'] },
        schema: {
          tags,
          summary: `The caller's link to one ${kind}, the same each time (T2)`,
          params: IdParams,
          response: { 200: AffiliateLink },
        },
      },
      ({ viewer, params }) => makeLink(deps, promoted, viewer, params.id),
    );

    app.post(
      `${below}/check-target/:id`,
      {
        config: {
          access: 'player',
          limit: 'write',
          errors: [
            'NOT_PROMOTED',
            'TARGET_NOT_REACHED',
            'NOT_SETTLED',
            'NO_REWARD',
            'ALREADY_CLAIMED',
            'REWARD_UNFUNDED',
          ],
        },
        schema: {
          tags,
          summary: `Pays the reward of one ${kind} in bonus coins, once, after it was settled with its fees kept (T5)`,
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: ClaimReply },
        },
      },
      ({ viewer, params, headers }) =>
        claimReward(deps, promoted, { id: params.id, viewer, key: headers['idempotency-key'] }),
    );
  };

/** What the pages of links show, also without a session. */
export const linkedSubjectRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    const schemaOf = (kind: string) => ({
      tags,
      summary: `What the page of a link to a ${kind} shows; the referrer's name is empty once the account is deleted`,
      response: { 200: LinkedSubject },
    });
    const config = { access: 'public', limit: 'read' } as const;

    const readLinked = async (promoted: Promoted, id: number, code: string): Promise<LinkedSubject> => {
      const [subject, referrer] = await Promise.all([
        findLinkedSubject(db, promoted, id),
        findReferrer(db, 0, code),
      ]);
      if (!subject) throw promoted.notFound();
      if (!referrer) throw unknownReferrer();
      return { ...subject, referrer: referrer.isDeleted ? '' : referrer.username };
    };

    app.get(
      '/affiliate/auction/:auctionId/:referrerId',
      {
        config: { ...config, errors: ['AUCTION_NOT_FOUND', 'UNKNOWN_REFERRER'] },
        schema: { ...schemaOf('auction'), params: AuctionReferralParams },
      },
      ({ params }) => readLinked(promotedKinds.auction, params.auctionId, params.referrerId),
    );

    app.get(
      '/affiliate/heist/:heistId/:referrerId',
      {
        config: { ...config, errors: ['HEIST_NOT_FOUND', 'UNKNOWN_REFERRER'] },
        schema: { ...schemaOf('heist'), params: HeistReferralParams },
      },
      ({ params }) => readLinked(promotedKinds.heist, params.heistId, params.referrerId),
    );
  };

/** Sums of auctions and heists together, under the specification's paths (T4). */
export const affiliateTotalsRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/affiliate/heist/affiliate/total',
      {
        config: read,
        schema: {
          tags,
          summary: "The caller's referrals of this month, Africa/Lagos, of auctions and heists together",
          response: { 200: AffiliateTotal },
        },
      },
      async ({ viewer }) => {
        const { auctions, heists } = await readMonth(db, viewer.userId);
        return { totalAffiliates: auctions + heists, auctions, heists };
      },
    );

    app.get(
      '/affiliate/heist/affiliate/progress',
      {
        config: read,
        schema: {
          tags,
          summary: "The caller's referrals of this month and the targets of the subjects promoted this month",
          response: { 200: AffiliateMonth },
        },
      },
      async ({ viewer }) => {
        const { auctions, heists, target } = await readMonth(db, viewer.userId);
        const current = auctions + heists;
        return {
          progress: formatProgress(current, target),
          currentAffiliates: current,
          totalTarget: target,
        };
      },
    );
  };

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
