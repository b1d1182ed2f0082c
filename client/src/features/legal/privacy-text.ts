/** States what the product does with data; change both together. `legal-document.tsx` has the format. */
export const privacy = `
Copup keeps what it needs to run your wallet, your auctions and your orders, and to prove that every coin is
accounted for. We do not sell your data, show advertising or track you on other sites.

# who: Who is responsible

Copup (“we”) decides why and how the data described here is used. Under the Nigeria Data Protection Act 2023
(NDPA) we are the data controller.

Write to the support address on the sign-in page for anything about your data. Begin the subject with “Privacy”
and it goes to the people who handle it.

# what: What we keep, and why

- **Your account:** e-mail address, username, full name, a picture if you add one, your wallet address, your
  referral code and who invited you. Without these there is no account.
- **How you sign in:** a one-way hash of your password and of your PIN, never the words or digits themselves; when
  sessions began and ended; one-time codes, hashed. If you sign in with Google, the identifier Google gives us for
  you.
- **Your coins:** a ledger of every movement: amount, kind, time, and the two sides of it. It is how we prove that
  no coin was lost, doubled or taken.
- **Your auctions and games:** entries, bids with their price and time, scores, picks, answers and tickets. They
  decide who won.
- **Your orders:** what you give us at checkout so that a prize reaches you: an address, an account name and
  number, or a contact, depending on the prize.
- **Payments and payouts:** the sender’s account name, references, screenshots you upload as proof, and for
  payouts your bank, account name and number. We never see or keep card numbers; those go to the card payment
  provider.
- **Messages:** mails we send you and notices in your inbox; an address you leave for a mail when a function
  opens.
- **Technical records:** the network address of a request, its time, its path and its result, and counts that stop
  abuse. Passwords, PINs, codes and tokens are never written to logs.

# grounds: Our legal grounds

- **Contract:** running your account, wallet, bids, orders, payments and payouts.
- **Legal obligation:** keeping records of money, and answering lawful requests of authorities.
- **Legitimate interest:** preventing fraud and abuse, keeping the service secure, finding errors, and proving how
  an auction was decided. We weigh this against your rights.
- **Consent:** your picture, signing in with Google, and a mail when a function opens. You can withdraw it at any
  time; what was done before stays lawful.

# seen: What others see

Other users see your username and, if you added one, your picture: beside your bids, on leaderboards, and when you
win. A user who is about to send you coins sees your username, your picture and your full name in masked form, so
that coins do not go astray.

Your e-mail address, balance, bank details and delivery address are never shown to other users. Our operators see
what they need for their work, and everything they do is written to a log that cannot be changed.

# shared: Who else receives data

We pass data on only where it is needed, and only what is needed:

- companies that host our servers and deliver our mail, on our instructions and under contract;
- banks and the payment provider, to move your money, and to read the name of an account that you are paid out to;
- sellers and couriers, to deliver what you won;
- Google, if you choose to sign in with it;
- Instagram, if you tap Show beside one of its posts on our blog: your device then loads the post from Instagram,
  under its own privacy policy;
- courts and authorities, where Nigerian law obliges us.

We never sell personal data.

# where: Where it is kept

If one of these companies keeps data outside Nigeria, we make sure that the NDPA’s conditions for transfers are
met: a law, a contract or another safeguard that protects your data as well as the NDPA does. Ask us and we tell
you which one.

# how-long: How long we keep it

- One-time codes are valid for 10 minutes and are erased within two days.
- A sign-in lasts 24 hours unless you keep using it.
- Mails we sent are erased from our outbox after 7 days.
- Answers kept so that a repeated request is not done twice: 7 days.
- An address left for a mail about a new function: until we have sent that mail, or you ask us to erase it.
- Your account, orders and messages: as long as you have the account.
- The ledger, payments, payouts and bids: as long as the law on financial records and the proof of past auctions
  require, also after your account is deleted, then under an anonymous id.

# device: What stays on your device

We set no cookies. Your browser’s local storage holds your sign-in token and the name that goes with it, your
choice of light or dark, whether your balance is hidden, and requests that have not been answered yet, so that
trying again does not spend twice. Logging out removes your sign-in; clearing the site’s data removes it all.

# safety: How we protect it

Passwords and PINs are stored as Argon2id hashes. Connections are encrypted. Coins move only through a ledger that
the database itself keeps in balance. Operators’ actions are logged, and decisions about large sums need two
people.

If a breach is likely to put your rights at risk we report it to the Nigeria Data Protection Commission within 72
hours of learning of it, and we tell you without delay when the risk to you is high.

# rights: Your rights

Under the NDPA you can:

- ask whether we hold data about you, and get a copy of it;
- have wrong or incomplete data corrected; most of it you can change under My Account;
- have data erased, or its use restricted, where the law gives you that right;
- object to a use that rests on our legitimate interest;
- receive your data in a form that another service can read;
- withdraw a consent you gave;
- not be subject to a decision made by a machine alone that seriously affects you, and ask for a person.

Write to the support address on the sign-in page. We answer within 30 days, free of charge, and may first ask you
to show that the account is yours.

# machines: Decisions made by machines

The rules of an auction or a game are applied by the server alone: who bid first, who won, what a card shows.
These are the game you asked to play. We make no profiles of you. Payouts, refused payments and closed accounts
are decided by people.

# deleting: When you delete your account

You can delete your account under My Account with your password, once nothing is open: no held coins, no running
auction or game, no unfinished order, payment or payout. Your name, e-mail address, picture, addresses and bank
details are erased, and you are signed out everywhere.

Rows of the ledger and the bids in past auctions stay, under an id that no longer leads to you. Without them,
other people’s coins and results could not be checked, not even by you.

# children: Children

Copup is for people of 18 and over, and for younger people whose parent or guardian consents. A parent or guardian
can write to us to see, correct or erase a child’s data, or to withdraw consent; we then close the account.

# changes: Changes to this policy

When we change how we use data we change this page first. Of changes that matter we tell you by e-mail or in your
inbox before they begin.

# complaints: Questions and complaints

Write to the support address on the sign-in page first; most things are quickly put right. You may also complain
to the Nigeria Data Protection Commission at any time.
`;
