interface DemoPost {
  category: string;
  title: string;
  paragraphs: readonly string[];
  /** How many days before the start of the demo it was published. */
  agoDays: number;
}

/** Posts of the demo (X11). They have no pictures: the app draws one for each category. */
export const demoPosts: readonly DemoPost[] = [
  {
    category: 'Wallet',
    title: 'Why some of your coins are held',
    paragraphs: [
      'Your wallet shows one balance, but coins can be in one of three places. Available coins are yours to spend or cash out. Bonus coins can be played, not cashed out. Held coins belong to a bid or a payout that is still open.',
      'When you lead an auction, the coins of your bid are held. As soon as another player outbids you, they are available again. You don’t have to ask, and there is no charge.',
      'Coins that you bought can be cashed out after 72 hours. Coins that you won or received can be cashed out at once. The timeline in your wallet shows each change with its reason.',
    ],
    agoDays: 34,
  },
  {
    category: 'Safety',
    title: 'Three checks before you pay a trader',
    paragraphs: [
      'Copup reserves the trader’s coins for you for 30 minutes. Use the time well, and check three things before the money leaves your bank.',
      'First, the account name in your banking app must be the name in the sheet. Second, the amount must be the total in the sheet, to the naira. Third, the screenshot must show the name, the amount and the time.',
      'Copup never asks for your PIN, your password or a code on the phone, on WhatsApp or on Instagram. A caller who asks for one is not from Copup. Report the account to support and keep your coins.',
    ],
    agoDays: 26,
  },
  {
    category: 'Games',
    title: 'Tap, card or math: which game suits you?',
    paragraphs: [
      'All three games have an entry fee, a prize and a fixed end, and all players see the same live leaderboard. What you need to win differs.',
      'Tap is about rhythm. Taps count as fast as a steady hand can make them, so a tap robot gains nothing. If your network drops, your phone keeps the taps of a short break and sends them afterwards.',
      'Card is about nerve and luck. The cards are drawn from a sealed seed, which you can check after the game. Math is about a clear head: four options, and only correct answers count.',
      'Not sure yet? Practise cards for free before you pay an entry fee.',
    ],
    agoDays: 19,
  },
  {
    category: 'Saving data',
    title: 'Copup on a small data plan',
    paragraphs: [
      'A whole evening of auctions costs less data than one short video. Prices arrive over one connection and only when they change.',
      'Turn on Data Saver in Chrome, or Lite mode in your browser. Copup then loads pictures only when you tap them, and leaves out the decoration. Bids, prices and timers stay exactly as fast.',
      'Instagram posts on this page load nothing until you tap Show.',
    ],
    agoDays: 12,
  },
  {
    category: 'Auctions',
    title: 'Winning your first auction',
    paragraphs: [
      'Players with a first win have three things in common.',
      'They choose one auction and stay with it. They decide on their highest price before the last minute, not in it. And they know that a late bid sets the clock back to 10 seconds, so there is always time to answer.',
      'The button shows the exact price that you pay, never more. If the price moves while you tap, nothing is spent and you see the new price first.',
    ],
    agoDays: 6,
  },
  {
    category: 'Fair play',
    title: 'How a heist stays honest',
    paragraphs: [
      'The answer is sealed before the first ticket is sold. Here is how to check it yourself.',
      'When a heist is created, Copup publishes a fingerprint of the question and its answers. The fingerprint gives nothing away, but it fits only this one question with these answers. If one letter changed later, the fingerprint would no longer fit.',
      'All ticket holders get the question at the same moment. After the heist, the page shows the answers, their order and the winner, and your own phone compares them with the fingerprint. You don’t need to trust us: open the result and tap the check.',
    ],
    agoDays: 1,
  },
];

/** Links to Instagram of the demo, the oldest first. The addresses are invented. */
export const demoInstagramPosts: readonly { url: string; title: string }[] = [
  { url: 'https://www.instagram.com/p/CopupDemo01/', title: 'Our first winners in Ìbàdàn' },
  { url: 'https://www.instagram.com/reel/CopupDemo02/', title: 'How a bid works, in 40 seconds' },
  { url: 'https://www.instagram.com/p/CopupDemo03/', title: 'Heist winners of the week' },
];
