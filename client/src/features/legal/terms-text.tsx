import { BIDDING_NAIRA_PER_COIN, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { LegalSection } from './legal-document.tsx';
import { termsOfUse } from './terms-of-use.tsx';

export const termsLead =
  'These are the rules between you and Copup. They are written to be read: what a coin is, when a bid binds you, what is refunded and what is not.';

const coinsAndAuctions: LegalSection[] = [
  {
    id: 'agreement',
    title: 'What you agree to',
    body: (
      <p>
        By registering or using Copup (“we”) you agree to these terms and confirm that you have read the{' '}
        <a href={paths.privacy}>Privacy Policy</a>. If you do not agree, do not use Copup. What an auction,
        game or offer says on its own page is part of the agreement for it.
      </p>
    ),
  },
  {
    id: 'who',
    title: 'Who may join',
    body: (
      <>
        <p>
          You must be 18 or older, or have the consent of a parent or guardian, who then answers for what you
          do here. Copup serves users in Nigeria. One person has one account.
        </p>
        <p>Operators of Copup cannot bid, play, buy tickets or claim rewards.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        Give true details and keep them up to date. Keep your password and PIN to yourself: what is done with
        them counts as done by you, until you tell us that another person has them. For 24 hours after a
        change or recovery of your e-mail address, password or PIN, payouts and larger transfers wait, for
        your own safety.
      </p>
    ),
  },
  {
    id: 'coins',
    title: 'Coins',
    body: (
      <>
        <p>
          A coin is a unit inside Copup. It is not legal tender, not a deposit, not electronic money and not
          an investment; it earns no interest and promises no profit. Coins are whole; there are no fractions.
        </p>
        <ul>
          <li>
            When you bid, one coin stands for <strong>₦{BIDDING_NAIRA_PER_COIN}</strong>.
          </li>
          <li>
            When you are paid out, one coin stands for <strong>₦{PAYOUT_NAIRA_PER_COIN}</strong>.
          </li>
          <li>
            Bonus coins, which we give you, pay entry fees and tickets only. They cannot be bid, sent, staked,
            traded or paid out. What you win with bonus coins, or after a free entry, is bonus coins too;
            before you join we tell you which part of the prize you could be paid out.
          </li>
          <li>
            Coins that are held for a bid or a payout are yours but cannot be spent until they are released.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'buying',
    title: 'Buying, sending and cashing out',
    body: (
      <>
        <p>
          Coins you buy are credited when your payment has reached us and a person or the payment provider has
          confirmed it. A payment that cannot be confirmed is refused with a reason.
        </p>
        <p>
          Coins sent to a correct wallet address cannot be called back. The charge for sending is shown before
          you confirm; it is 1 % today, rounded up to a whole coin.
        </p>
        <p>
          A payout goes to a bank account in Nigeria at the rate on the day you ask for it. Coins bought
          within the last 72 hours cannot be paid out yet, also after they were sent, staked or won. A person
          checks each request; if it is refused, or your bank returns the money, you have the coins back.
        </p>
      </>
    ),
  },
  {
    id: 'entry',
    title: 'Entering an auction',
    body: (
      <p>
        To bid you pay an entry fee in coins, once per auction. The fee is shown before you pay. It buys the
        right to bid, not the item, and is not returned when another user wins. It is refunded in full when
        the auction is cancelled or not sold.
      </p>
    ),
  },
  {
    id: 'bids',
    title: 'Bids',
    body: (
      <>
        <p>
          <strong>A bid is binding.</strong> Each bid raises the price by the auction’s step. The coins of the
          leading bid are held; as soon as another user bids more, yours are released. You cannot outbid
          yourself.
        </p>
        <p>
          <strong>Price guard:</strong> your bid counts at the price on the button. If the price has moved
          beyond it, the bid is refused and nothing is spent.
        </p>
        <p>
          <strong>Own maximum:</strong> you can let us bid for you up to an amount that no other user sees.
          Its coins are held. We bid the next step each time you are outbid, also while you are away. Between
          equal maximums the earlier one leads. If you win, you pay the price, and the rest comes back. You
          can lower it to the price or withdraw it at any time before the end.
        </p>
        <p>
          Our server’s clock and the order in which bids reach it decide. A bid that reaches us too late is
          refused, even if your screen still showed time.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'How an auction ends',
    body: (
      <>
        <p>
          A bid within the last 10 seconds moves the end to 10 seconds after that bid, so that others can
          answer. This never goes beyond the auction’s hard end, which its page shows and which is usually 15
          minutes after the planned end. What the page of an auction says about these times comes first.
        </p>
        <ul>
          <li>
            <strong>Won:</strong> the held coins are taken and the item goes to the winner’s cart.
          </li>
          <li>
            <strong>Not sold</strong>, because a reserve or a minimum of entries was not reached: every held
            coin is released and every entry fee refunded.
          </li>
          <li>
            <strong>Cancelled</strong>, by us, for instance because of an error or a wrong description: the
            same.
          </li>
        </ul>
        <p>Refunds go back to where the coins came from: bonus coins return as bonus coins.</p>
      </>
    ),
  },
];

/** Says what the product does; a change of one is a change of the other. */
export const termsSections: readonly LegalSection[] = [...coinsAndAuctions, ...termsOfUse];
