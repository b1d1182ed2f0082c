type Access = 'public' | 'player' | 'operator';

export interface Route {
  /** `*` means every address that is not listed. */
  path: string;
  access: Access;
  /** For an alias: the address that it redirects to. */
  leadsTo?: string | undefined;
  /** Why no page leads to it. */
  notLinked?: string | undefined;
}

/** Every address of the product, by who may open it. */
const addresses: Readonly<Record<Access, string>> = {
  public: `/ /register /login /reset-password /forgot-password /recover-pin /pay /privacy /terms /land /soon /test *
    /watch/{id} /affiliate/{auctionId}/{referrerId} /heist/affiliate/{heistId}/{referrerId} /unauthorized`,
  player: `/set-pin /payment-history /payout-history /dashboard /profile /send /receive /auction /auction/{id} /cart-home
    /cart /orders /checkout /cart-heist /orders-heist /checkout-heist /new /buy /payout /transaction /invites /winner /blog
    /affli /games /createBet /allBet /myBet /tap /contest/{contestId} /card /pick /cardInfo /mathInfo /math-game/{gameId}
    /card-game/{gameId} /heist /heist-winner /heist-page /prevent-heist /tasks /socialTask /referTask /affiliate
    /affiliateMe /affiliateMe-heist /affiliateU /walletPage /marketPlace /TransactionPage /sell-page /waitList /spin`,
  operator: '/admin',
};
const aliases: Readonly<Record<string, string>> = {
  '/affli': '/affiliate',
  '/TransactionPage': '/transaction',
};
const notLinked: Readonly<Record<string, string>> = {
  '/land': 'a second address of /, for links from other sites',
  '/test': 'support sends the address to a user whose connection fails',
  '*': 'every address that is not listed',
  '/affli': 'an alias, which leads on to /affiliate',
  '/affiliate/{auctionId}/{referrerId}': 'a link that players send to others outside the app',
  '/heist/affiliate/{heistId}/{referrerId}': 'a link that players send to others outside the app',
  '/TransactionPage': 'an alias, which leads on to /transaction',
  '/unauthorized': 'shown in place of a page of another role',
};

export const routes: readonly Route[] = (Object.entries(addresses) as [Access, string][]).flatMap(
  ([access, paths]) =>
    paths.split(/\s+/).map((path) => ({ path, access, leadsTo: aliases[path], notLinked: notLinked[path] })),
);

/** Returns the address as the route table has it. */
export const asRouted = ({ path }: Route) => path.replaceAll(/\{(\w+)\}/g, ':$1');
