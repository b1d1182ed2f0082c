import { NewAuctionBody } from '@copup/shared/auctions.ts';
import { findDemoPeople } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { renewDemo, timesOf } from '../../subjects/renew-demo.ts';
import { auctionKind } from './auctions.subject.ts';
import { type DemoItem, demoCatalogue } from './demo-catalogue.ts';
import { payEntryByLink } from './pay-entry.ts';
import { createAuction } from './write-auction.ts';

/** Entries of the demo's players to shorter auctions would soon cost all their coins. */
const LONG_MIN = 60;

/** Creates an auction for each item of the catalogue that has none pending or active (X11). */
export const renewAuctions = (deps: Deps): Promise<void> =>
  renewDemo(
    deps.db,
    auctionKind,
    demoCatalogue,
    ({ auction }) => auction.name,
    async (place, now) => {
      const { id } = await createAuction(deps, NewAuctionBody.parse(auctionOf(place, now)), null);
      if (place.auction.target_users && place.lastsMin > LONG_MIN) await joinByLink(deps, id);
    },
  );

/** Returns the next auction of an item, counted from `now`. */
export const auctionOf = (place: DemoItem, now: Date): NewAuctionBody => ({
  ...place.auction,
  ...timesOf(place, now),
});

/** The demo's second player joins through the link of the first, if the available coins suffice (T2). */
async function joinByLink(deps: Deps, id: number): Promise<void> {
  const [referrer, user] = (await findDemoPeople(deps)).players;
  if (!referrer || !user) return;
  const viewer = { userId: user.id, username: user.username, realm: 0 };
  const entry = { id, viewer, key: undefined, code: referrer.referralCode, network: 'demo' };
  await payEntryByLink(deps, { ...entry, payWith: 'available' }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
