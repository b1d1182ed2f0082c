import { NewAuctionBody } from '@copup/shared/auctions.ts';
import { renewDemo, timesOf } from '../../subjects/renew-demo.ts';
import { auctionKind } from './auctions.subject.ts';
import { type CreateDeps, createAuction } from './create-auction.ts';
import { type DemoItem, demoCatalogue } from './demo-catalogue.ts';

/** Creates an auction for each item of the catalogue that has none pending or active (X11). */
export const renewAuctions = (deps: CreateDeps): Promise<void> =>
  renewDemo(
    deps.db,
    auctionKind,
    demoCatalogue,
    ({ auction }) => auction.name,
    (place, now) => createAuction(deps, NewAuctionBody.parse(auctionOf(place, now)), null),
  );

/** Returns the next auction of an item, counted from `now`. */
export const auctionOf = (place: DemoItem, now: Date): NewAuctionBody => ({
  ...place.auction,
  ...timesOf(place, now),
});
