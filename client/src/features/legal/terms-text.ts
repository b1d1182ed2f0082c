import { BIDDING_NAIRA_PER_COIN, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';

/** States what the product does; change both together. `legal-document.tsx` has the format. */
export const terms = `
These are the rules between you and Copup. They are written to be read: what a coin is, when a bid binds you, what
is refunded and what is not.

# agreement: What you agree to

By registering or using Copup (“we”) you agree to these terms and confirm that you have read the [Privacy
Policy](${paths.privacy}). If you do not agree, do not use Copup. What an auction, game or offer says on its own
page is part of the agreement for it.

# who: Who may join

You must be 18 or older, or have the consent of a parent or guardian, who then answers for what you do here. Copup
serves users in Nigeria. One person has one account.

Operators of Copup cannot bid, play, buy tickets or claim rewards.

# account: Your account

Give true details and keep them up to date. Keep your password and PIN to yourself: what is done with them counts
as done by you, until you tell us that another person has them. For 24 hours after a change or recovery of your
e-mail address, password or PIN, payouts and larger transfers wait, for your own safety.

# coins: Coins

A coin is a unit inside Copup. It is not legal tender, not a deposit, not electronic money and not an investment;
it earns no interest and promises no profit. Coins are whole; there are no fractions.

- When you bid, one coin stands for **₦${BIDDING_NAIRA_PER_COIN}**.
- When you are paid out, one coin stands for **₦${PAYOUT_NAIRA_PER_COIN}**.
- Bonus coins, which we give you, pay entry fees and tickets only. They cannot be bid, sent, staked, traded or
  paid out. What you win with bonus coins, or after a free entry, is bonus coins too; before you join we tell you
  which part of the prize you could be paid out.
- Coins that are held for a bid or a payout are yours but cannot be spent until they are released.

# buying: Buying, sending and cashing out

Coins you buy are credited when your payment has reached us and a person or the payment provider has confirmed it.
A payment that cannot be confirmed is refused with a reason.

Coins sent to a correct wallet address cannot be called back. The charge for sending is shown before you confirm;
it is 1 % today, rounded up to a whole coin.

A payout goes to a bank account in Nigeria at the rate on the day you ask for it. Coins bought within the last 72
hours cannot be paid out yet, also after they were sent, staked or won. A person checks each request; if it is
refused, or your bank returns the money, you have the coins back.

# entry: Entering an auction

To bid you pay an entry fee in coins, once per auction. The fee is shown before you pay. It buys the right to bid,
not the item, and is not returned when another user wins. It is refunded in full when the auction is cancelled or
not sold.

# bids: Bids

**A bid is binding.** Each bid raises the price by the auction’s step. The coins of the leading bid are held; as
soon as another user bids more, yours are released. You cannot outbid yourself.

**Price guard:** your bid counts at the price on the button. If the price has moved beyond it, the bid is refused
and nothing is spent.

**Own maximum:** you can let us bid for you up to an amount that no other user sees. Its coins are held. We bid
the next step each time you are outbid, also while you are away. Between equal maximums the earlier one leads. If
you win, you pay the price, and the rest comes back. You can lower it to the price or withdraw it at any time
before the end.

Our server’s clock and the order in which bids reach it decide. A bid that reaches us too late is refused, even if
your screen still showed time.

# end: How an auction ends

A bid within the last 10 seconds moves the end to 10 seconds after that bid, so that others can answer. This never
goes beyond the auction’s hard end, which its page shows and which is usually 15 minutes after the planned end.
What the page of an auction says about these times comes first.

- **Won:** the held coins are taken and the item goes to the winner’s cart.
- **Not sold**, because a reserve or a minimum of entries was not reached: every held coin is released and every
  entry fee refunded.
- **Cancelled**, by us, for instance because of an error or a wrong description: the same.

Refunds go back to where the coins came from: bonus coins return as bonus coins.

# orders: Prizes, orders and delivery

Check out what you won and give the details we ask for: an address for products, an account name and number for
cash, a contact for coupons. We follow what you enter; check it. Your order shows whether it is in progress,
shipped or delivered. If an item cannot be delivered through no fault of yours, we refund the coins you paid for
it.

# refunds: Sales are final

Sales are final unless a refund policy says otherwise. These terms, or the page of an offer, say where one does:
unsold and cancelled auctions, games and heists that do not take place, refused payouts, and orders we cannot
deliver.

If what you receive is damaged, is not what was described, or never arrives, tell us within 7 days at the support
address on the sign-in page. Rights that the law gives you, among them those of the Federal Competition and
Consumer Protection Act 2018, are not limited by this.

# games: Games, heists, tasks and rewards

Each game, heist and task states its fee, its rules, its end and its prize. Draws, cards, questions, scores and
times are the server’s. If too few people take part and the page says that a minimum applies, it is void and fees
are refunded.

Rewards for tasks, invitations and affiliate links are paid once, after they were checked. Inviting yourself, or
accounts that are not people, earns nothing.

# limits: Limits, breaks and help

Under Limits, in My Account, you can limit the coins you spend in a day and in a week: entry fees, tickets,
stakes, and bids that lead or win, less refunds. A lower limit counts at once, a higher one or none after 24
hours.

You can take a time-out of 1 day to 6 weeks, or close play for 6 months or for good. Until it ends you cannot bid,
join, buy tickets, bet or spin. Bids that lead stay and can win. Your wallet stays open. Neither you nor we can
shorten it, and we send you no offers during it.

After each hour of play we show you the time and your result. The page Limits also names organisations that help
for free, among them [Gambling Therapy](https://www.gamblingtherapy.org).

# fair-play: Fair play

You must not:

- use more than one account, or another person’s;
- use programs that bid, tap, pick or answer for you, or attack or overload the service;
- agree with others to bid up, hold down or share out an auction or a game;
- exploit an error instead of reporting it;
- pay with money that is not yours, or use Copup to hide where money comes from;
- upload what is unlawful, offensive, or not yours to show.

If we have good reason to believe that this happened, we may void the bids and results it touched, hold the coins
concerned while we look into it, and close the account. We tell you why and hear you, unless the law forbids it.

# closing: Closing an account

You can close your account at any time under My Account, once nothing is open. Cash out or spend your coins first:
what is left when you confirm is forfeited, and the page asks you about it explicitly.

If we close your account without your having broken these terms, we give you 30 days’ notice and pay out what can
be paid out.

# service: The service

We work hard to keep Copup right and reachable, but no service is always up. When your connection is lost, the
page says so and pauses bidding. What our server confirmed counts; what it never received does not. If a fault of
ours affects an auction or a game, we may extend or cancel it, with refunds.

# uploads: Names, pictures and our work

Your picture and what you upload stay yours; you allow us to store and show them as the service needs. The name
Copup, its design and its software are ours. Names and pictures of items belong to their owners, who do not
thereby endorse Copup.

# liability: Liability

We answer for loss that we cause on purpose or by negligence, to the extent the law provides. We do not answer for
loss caused by your network or device, by a person to whom you gave your password or PIN, by coins sent to an
address you entered, or by events outside our control.

As far as the law allows, what we owe you for one event is limited to the coins and naira that were at stake in
it. Nothing here limits liability that cannot be limited by law.

# changes: Changes to these terms

We may change these terms, and tell you by e-mail or in your inbox at least 14 days before a change that matters.
An auction or game that has begun is finished under the terms it began with. If you do not agree, you can close
your account before the change.

# law: Law and disputes

The law of the Federal Republic of Nigeria applies. Write to us first: we answer within 14 days and try to settle
the matter. If we cannot, you may go to mediation, to the authorities that protect consumers, or to the courts of
Nigeria. If one clause is not valid, the others stay.

# contact: Contact

The support address on the sign-in page reaches us.
`;
