import type { LegalSection } from './legal-document.tsx';

/** The second half of the privacy policy: what readers can do, and what we promise. */
export const privacyRights: LegalSection[] = [
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <p>
        We set no cookies. Your browser’s local storage holds your sign-in token and the name that goes with
        it, your choice of light or dark, whether your balance is hidden, and requests that have not been
        answered yet, so that trying again does not spend twice. Logging out removes your sign-in; clearing
        the site’s data removes it all.
      </p>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it',
    body: (
      <>
        <p>
          Passwords and PINs are stored as Argon2id hashes. Connections are encrypted. Coins move only through
          a ledger that the database itself keeps in balance. Operators’ actions are logged, and decisions
          about large sums need two people.
        </p>
        <p>
          If a breach is likely to put your rights at risk we report it to the Nigeria Data Protection
          Commission within 72 hours of learning of it, and we tell you without delay when the risk to you is
          high.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under the NDPA you can:</p>
        <ul>
          <li>ask whether we hold data about you, and get a copy of it;</li>
          <li>have wrong or incomplete data corrected; most of it you can change under My Account;</li>
          <li>have data erased, or its use restricted, where the law gives you that right;</li>
          <li>object to a use that rests on our legitimate interest;</li>
          <li>receive your data in a form that another service can read;</li>
          <li>withdraw a consent you gave;</li>
          <li>
            not be subject to a decision made by a machine alone that seriously affects you, and ask for a
            person.
          </li>
        </ul>
        <p>
          Write to the support address on the sign-in page. We answer within 30 days, free of charge, and may
          first ask you to show that the account is yours.
        </p>
      </>
    ),
  },
  {
    id: 'machines',
    title: 'Decisions made by machines',
    body: (
      <p>
        The rules of an auction or a game are applied by the server alone: who bid first, who won, what a card
        shows. These are the game you asked to play. We make no profiles of you. Payouts, refused payments and
        closed accounts are decided by people.
      </p>
    ),
  },
  {
    id: 'deleting',
    title: 'When you delete your account',
    body: (
      <>
        <p>
          You can delete your account under My Account with your password, once nothing is open: no held
          coins, no running auction or game, no unfinished order, payment or payout. Your name, e-mail
          address, picture, addresses and bank details are erased, and you are signed out everywhere.
        </p>
        <p>
          Rows of the ledger and the bids in past auctions stay, under an id that no longer leads to you.
          Without them, other people’s coins and results could not be checked, not even by you.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        Copup is for people of 18 and over, and for younger people whose parent or guardian consents. A parent
        or guardian can write to us to see, correct or erase a child’s data, or to withdraw consent; we then
        close the account.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When we change how we use data we change this page first. Of changes that matter we tell you by e-mail
        or in your inbox before they begin.
      </p>
    ),
  },
  {
    id: 'complaints',
    title: 'Questions and complaints',
    body: (
      <p>
        Write to the support address on the sign-in page first; most things are quickly put right. You may
        also complain to the Nigeria Data Protection Commission at any time.
      </p>
    ),
  },
];
