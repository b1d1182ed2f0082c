/**
 * Fair draws by commit and reveal (F1, C13). The server draws a seed of 32 random bytes for each player and game and
 * publishes its SHA-256, the commitment, before the first draw. Draws are numbered from 1; the number is the nonce. A
 * draw is a number below n, computed from
 *
 *   HMAC-SHA-256(key: the server seed's bytes, message: "{client seed}:{nonce}")
 *
 * read as eight unsigned 32-bit words, big-endian. The first word below the largest multiple of n that fits in 32 bits
 * decides: the draw is that word modulo n. If none of the eight is below it, the next block is that of
 * "{client seed}:{nonce}:1", then ":2" and so on. So all numbers have exactly the same probability.
 *
 * Three cards have six orders; draw k, below 6, is index k of `cardOrders`. The seed is revealed when the game has
 * ended. No hash function is imported: the server passes the one of Node.js, the browser one that works on plain HTTP.
 */
export const SERVER_SEED_BYTES = 32;

/** What a client seed looks like: printable ASCII without the colon, which separates it from the nonce. */
export const clientSeedForm = {
  maxLength: 64,
  pattern: /^[!-9;-~]{1,64}$/,
  rule: 'Use 1 to 64 letters, digits and signs without spaces and colons.',
};

/** The values of the three cards (C3). */
export const cardValues = [10, 5, 0] as const;
export type CardValue = (typeof cardValues)[number];
export type CardOrder = readonly [CardValue, CardValue, CardValue];

/** All orders of the three cards, from the left. A draw is an index of this list. */
export const cardOrders: readonly CardOrder[] = [
  [10, 5, 0],
  [10, 0, 5],
  [5, 10, 0],
  [5, 0, 10],
  [0, 10, 5],
  [0, 5, 10],
];

export interface Hashes {
  sha256(bytes: Uint8Array): Uint8Array;
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array;
}

const WORDS = 2 ** 32;
const encoder = new TextEncoder();

/** Returns the number of one draw, from 0 to `below` − 1. `below` must be from 1 to 2^32. */
export function drawBelow(
  below: number,
  { serverSeed, clientSeed, nonce }: { serverSeed: Uint8Array; clientSeed: string; nonce: number },
  { hmacSha256 }: Pick<Hashes, 'hmacSha256'>,
): number {
  if (!Number.isInteger(below) || below < 1 || below > WORDS)
    throw new Error(`"below" must be a whole number from 1 to 2^32, not ${below}`);
  const limit = WORDS - (WORDS % below);
  for (let block = 0; ; block += 1) {
    const message = block === 0 ? `${clientSeed}:${nonce}` : `${clientSeed}:${nonce}:${block}`;
    const bytes = hmacSha256(serverSeed, encoder.encode(message));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const word = view.getUint32(at);
      if (word < limit) return word % below;
    }
  }
}

/** Returns the order of the three cards of one draw, from the left. */
export function drawCards(
  draw: Parameters<typeof drawBelow>[1],
  hashes: Pick<Hashes, 'hmacSha256'>,
): CardOrder {
  return cardOrders[drawBelow(cardOrders.length, draw, hashes)] as CardOrder;
}

/** A game's draws, as `GET /fairness/card/{id}` returns them and as the proof file contains them. */
export interface CardProof {
  commitment: string;
  /** Null until the game has ended. */
  server_seed: string | null;
  client_seed: string;
  draws: readonly { nonce: number; position: number; cards: readonly number[]; value: number }[];
  score: number;
}

export interface ProofResult {
  isProven: boolean;
  /** Whether the SHA-256 of the server seed is the commitment. */
  isSeedCommitted: boolean;
  /** For each draw, in order: whether it follows from the seeds. */
  draws: boolean[];
  /** Whether the values of the draws add up to the score. */
  isScoreRight: boolean;
}

/** Verifies a whole game: the seed, each draw, that no draw is missing or added, and the score. */
export function verifyCardProof(proof: CardProof, hashes: Hashes): ProofResult {
  const serverSeed = fromHex(proof.server_seed ?? '');
  const isSeedCommitted =
    serverSeed?.length === SERVER_SEED_BYTES &&
    toHex(hashes.sha256(serverSeed)) === proof.commitment.toLowerCase();
  const draws = proof.draws.map(({ nonce, position, cards, value }, at) => {
    if (!serverSeed || nonce !== at + 1) return false;
    const drawn = drawCards({ serverSeed, clientSeed: proof.client_seed, nonce }, hashes);
    return (
      drawn.every((card, nth) => card === cards[nth]) &&
      cards.length === drawn.length &&
      drawn[position] === value
    );
  });
  const isScoreRight = proof.draws.reduce((sum, { value }) => sum + value, 0) === proof.score;
  return {
    isProven: isSeedCommitted && isScoreRight && draws.every(Boolean),
    isSeedCommitted,
    draws,
    isScoreRight,
  };
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes hex; returns undefined for any other text. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}
