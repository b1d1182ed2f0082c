import type { LegalSection } from './legal-document.tsx';
import { privacyRights } from './privacy-rights.tsx';

export const privacyLead =
  'Copup keeps what it needs to run your wallet, your auctions and your orders, and to prove that every coin is accounted for. We do not sell your data, show advertising or track you on other sites.';

const whatWeKeep: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          Copup (“we”) decides why and how the data described here is used. Under the Nigeria Data Protection
          Act 2023 (NDPA) we are the data controller.
        </p>
        <p>
          Write to the support address on the sign-in page for anything about your data. Begin the subject
          with “Privacy” and it goes to the people who handle it.
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    body: (
      <ul>
        <li>
          <strong>Your account:</strong> e-mail address, username, full name, a picture if you add one, your
          wallet address, your referral code and who invited you. Without these there is no account.
        </li>
        <li>
          <strong>How you sign in:</strong> a one-way hash of your password and of your PIN, never the words
          or digits themselves; when sessions began and ended; one-time codes, hashed. If you sign in with
          Google, the identifier Google gives us for you.
        </li>
        <li>
          <strong>Your coins:</strong> a ledger of every movement: amount, kind, time, and the two sides of
          it. It is how we prove that no coin was lost, doubled or taken.
        </li>
        <li>
          <strong>Your auctions and games:</strong> entries, bids with their price and time, scores, picks,
          answers and tickets. They decide who won.
        </li>
        <li>
          <strong>Your orders:</strong> what you give us at checkout so that a prize reaches you: an address,
          an account name and number, or a contact, depending on the prize.
        </li>
        <li>
          <strong>Payments and payouts:</strong> the sender’s account name, references, screenshots you upload
          as proof, and for payouts your bank, account name and number. We never see or keep card numbers;
          those go to the card payment provider.
        </li>
        <li>
          <strong>Messages:</strong> mails we send you and notices in your inbox; an address you leave for a
          mail when a function opens.
        </li>
        <li>
          <strong>Technical records:</strong> the network address of a request, its time, its path and its
          result, and counts that stop abuse. Passwords, PINs, codes and tokens are never written to logs.
        </li>
      </ul>
    ),
  },
  {
    id: 'grounds',
    title: 'Our legal grounds',
    body: (
      <ul>
        <li>
          <strong>Contract:</strong> running your account, wallet, bids, orders, payments and payouts.
        </li>
        <li>
          <strong>Legal obligation:</strong> keeping records of money, and answering lawful requests of
          authorities.
        </li>
        <li>
          <strong>Legitimate interest:</strong> preventing fraud and abuse, keeping the service secure,
          finding errors, and proving how an auction was decided. We weigh this against your rights.
        </li>
        <li>
          <strong>Consent:</strong> your picture, signing in with Google, and a mail when a function opens.
          You can withdraw it at any time; what was done before stays lawful.
        </li>
      </ul>
    ),
  },
  {
    id: 'seen',
    title: 'What others see',
    body: (
      <>
        <p>
          Other users see your username and, if you added one, your picture: beside your bids, on
          leaderboards, and when you win. A user who is about to send you coins sees your username, your
          picture and your full name in masked form, so that coins do not go astray.
        </p>
        <p>
          Your e-mail address, balance, bank details and delivery address are never shown to other users. Our
          operators see what they need for their work, and everything they do is written to a log that cannot
          be changed.
        </p>
      </>
    ),
  },
  {
    id: 'shared',
    title: 'Who else receives data',
    body: (
      <>
        <p>We pass data on only where it is needed, and only what is needed:</p>
        <ul>
          <li>
            companies that host our servers and deliver our mail, on our instructions and under contract;
          </li>
          <li>banks and, if you pay by card, the card payment provider, to move your money;</li>
          <li>sellers and couriers, to deliver what you won;</li>
          <li>Google, if you choose to sign in with it;</li>
          <li>
            Instagram, if you tap Show beside one of its posts on our blog: your device then loads the post
            from Instagram, under its own privacy policy;
          </li>
          <li>courts and authorities, where Nigerian law obliges us.</li>
        </ul>
        <p>We never sell personal data.</p>
      </>
    ),
  },
  {
    id: 'where',
    title: 'Where it is kept',
    body: (
      <p>
        If one of these companies keeps data outside Nigeria, we make sure that the NDPA’s conditions for
        transfers are met: a law, a contract or another safeguard that protects your data as well as the NDPA
        does. Ask us and we tell you which one.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>One-time codes are valid for 10 minutes and are erased within two days.</li>
        <li>A sign-in lasts 24 hours unless you keep using it.</li>
        <li>Mails we sent are erased from our outbox after 7 days.</li>
        <li>Answers kept so that a repeated request is not done twice: 7 days.</li>
        <li>
          An address left for a mail about a new function: until we have sent that mail, or you ask us to
          erase it.
        </li>
        <li>Your account, orders and messages: as long as you have the account.</li>
        <li>
          The ledger, payments, payouts and bids: as long as the law on financial records and the proof of
          past auctions require, also after your account is deleted, then under an anonymous id.
        </li>
      </ul>
    ),
  },
];

/** Says what the product does with data; a change of one is a change of the other. */
export const privacySections: readonly LegalSection[] = [...whatWeKeep, ...privacyRights];
