import type { LegalSection } from './legal-document.tsx';

/** The second half of the terms: what follows a win, conduct, and the law. */
export const termsOfUse: LegalSection[] = [
  {
    id: 'orders',
    title: 'Prizes, orders and delivery',
    body: (
      <p>
        Check out what you won and give the details we ask for: an address for products, an account name and
        number for cash, a contact for coupons. We follow what you enter; check it. Your order shows whether
        it is in progress, shipped or delivered. If an item cannot be delivered through no fault of yours, we
        refund the coins you paid for it.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Sales are final',
    body: (
      <>
        <p>
          Sales are final unless a refund policy says otherwise. These terms, or the page of an offer, say
          where one does: unsold and cancelled auctions, games and heists that do not take place, refused
          payouts, and orders we cannot deliver.
        </p>
        <p>
          If what you receive is damaged, is not what was described, or never arrives, tell us within 7 days
          at the support address on the sign-in page. Rights that the law gives you, among them those of the
          Federal Competition and Consumer Protection Act 2018, are not limited by this.
        </p>
      </>
    ),
  },
  {
    id: 'games',
    title: 'Games, heists, tasks and rewards',
    body: (
      <>
        <p>
          Each game, heist and task states its fee, its rules, its end and its prize. Draws, cards, questions,
          scores and times are the server’s. If too few people take part and the page says that a minimum
          applies, it is void and fees are refunded.
        </p>
        <p>
          Rewards for tasks, invitations and affiliate links are paid once, after they were checked. Inviting
          yourself, or accounts that are not people, earns nothing.
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Limits, breaks and help',
    body: (
      <>
        <p>
          Under Limits, in My Account, you can limit the coins you spend in a day and in a week: entry fees,
          tickets, stakes, and bids that lead or win, less refunds. A lower limit counts at once, a higher one
          or none after 24 hours.
        </p>
        <p>
          You can take a time-out of 1 day to 6 weeks, or close play for 6 months or for good. Until it ends
          you cannot bid, join, buy tickets, bet or spin. Bids that lead stay and can win. Your wallet stays
          open. Neither you nor we can shorten it, and we send you no offers during it.
        </p>
        <p>
          After each hour of play we show you the time and your result. The page Limits also names
          organisations that help for free, among them{' '}
          <a href="https://www.gamblingtherapy.org" target="_blank" rel="noopener noreferrer">
            Gambling Therapy
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'fair-play',
    title: 'Fair play',
    body: (
      <>
        <p>You must not:</p>
        <ul>
          <li>use more than one account, or another person’s;</li>
          <li>use programs that bid, tap, pick or answer for you, or attack or overload the service;</li>
          <li>agree with others to bid up, hold down or share out an auction or a game;</li>
          <li>exploit an error instead of reporting it;</li>
          <li>pay with money that is not yours, or use Copup to hide where money comes from;</li>
          <li>upload what is unlawful, offensive, or not yours to show.</li>
        </ul>
        <p>
          If we have good reason to believe that this happened, we may void the bids and results it touched,
          hold the coins concerned while we look into it, and close the account. We tell you why and hear you,
          unless the law forbids it.
        </p>
      </>
    ),
  },
  {
    id: 'closing',
    title: 'Closing an account',
    body: (
      <>
        <p>
          You can close your account at any time under My Account, once nothing is open. Cash out or spend
          your coins first: what is left when you confirm is forfeited, and the page asks you about it
          explicitly.
        </p>
        <p>
          If we close your account without your having broken these terms, we give you 30 days’ notice and pay
          out what can be paid out.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        We work hard to keep Copup right and reachable, but no service is always up. When your connection is
        lost, the page says so and pauses bidding. What our server confirmed counts; what it never received
        does not. If a fault of ours affects an auction or a game, we may extend or cancel it, with refunds.
      </p>
    ),
  },
  {
    id: 'uploads',
    title: 'Names, pictures and our work',
    body: (
      <p>
        Your picture and what you upload stay yours; you allow us to store and show them as the service needs.
        The name Copup, its design and its software are ours. Names and pictures of items belong to their
        owners, who do not thereby endorse Copup.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We answer for loss that we cause on purpose or by negligence, to the extent the law provides. We do
          not answer for loss caused by your network or device, by a person to whom you gave your password or
          PIN, by coins sent to an address you entered, or by events outside our control.
        </p>
        <p>
          As far as the law allows, what we owe you for one event is limited to the coins and naira that were
          at stake in it. Nothing here limits liability that cannot be limited by law.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms, and tell you by e-mail or in your inbox at least 14 days before a change
        that matters. An auction or game that has begun is finished under the terms it began with. If you do
        not agree, you can close your account before the change.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    body: (
      <p>
        The law of the Federal Republic of Nigeria applies. Write to us first: we answer within 14 days and
        try to settle the matter. If we cannot, you may go to mediation, to the authorities that protect
        consumers, or to the courts of Nigeria. If one clause is not valid, the others stay.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: <p>The support address on the sign-in page reaches us.</p>,
  },
];
