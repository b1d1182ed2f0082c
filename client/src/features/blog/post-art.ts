export type PostArt = 'vault' | 'auction' | 'games' | 'wallet' | 'safety' | 'news';

const words: readonly (readonly [RegExp, PostArt])[] = [
  [/\b(fair|heists?|vaults?)\b/i, 'vault'],
  [/\b(auctions?|bids?|bidding)\b/i, 'auction'],
  [/\b(games?|contests?|champions?|spin|bets?)\b/i, 'games'],
  [/\b(wallets?|coins?|payouts?|payments?|money)\b/i, 'wallet'],
  [/\b(safety|safe|security|fraud|scams?|pin)\b/i, 'safety'],
];

/** Returns the drawing for a post without a picture, by a word of its category, else of its title. */
export function postArtFor(category: string, title: string): PostArt {
  for (const text of [category, title]) {
    const found = words.find(([pattern]) => pattern.test(text));
    if (found) return found[1];
  }
  return 'news';
}
