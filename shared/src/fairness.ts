/**
 * Fair draws by commit and reveal (F1, C13). The server draws a seed of 32 random bytes for each player and game and
 * publishes its SHA-256, the commitment, before the first draw. Draw number `nonce`, from 1, is a number below n made of
 *
 *   HMAC-SHA-256(key: the server seed's bytes, message: "{client seed}:{nonce}")
 *
 * read as eight unsigned 32-bit words, big-endian. The first word below the largest multiple of n that fits in 32 bits
 * decides: the draw is that word modulo n. Where all eight are above it, the block of "{client seed}:{nonce}:1" follows,
 * then ":2" and so on. So each number is exactly equally likely.
 *
 * Three cards lie in one of six orders; draw k below 6 means the k-th order of `cardOrders`. The seed is revealed when the
 * game is over. No hash function is imported: the server brings its own and the browser one that works on plain HTTP.
 */
export const SERVER_SEED_BYTES = 32;

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

/** The number from 0 to below − 1 of one draw. `below` is from 1 to 2^32. */
export function drawBelow(
  below: number,
  { serverSeed, clientSeed, nonce }: { serverSeed: Uint8Array; clientSeed: string; nonce: number },
  { hmacSha256 }: Pick<Hashes, 'hmacSha256'>,
): number {
  if (!Number.isInteger(below) || below < 1 || below > WORDS) throw new Error(`no draw below ${below}`);
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

/** How the three cards lie for one draw, from the left. */
export function drawCards(
  draw: Parameters<typeof drawBelow>[1],
  hashes: Pick<Hashes, 'hmacSha256'>,
): CardOrder {
  return cardOrders[drawBelow(cardOrders.length, draw, hashes)] as CardOrder;
}

/** A game's draws as `GET /fairness/card/{id}` gives them and as they are saved. */
export interface CardProof {
  commitment: string;
  /** Null until the game is over. */
  server_seed: string | null;
  client_seed: string;
  draws: readonly { nonce: number; position: number; cards: readonly number[]; value: number }[];
  score: number;
}

export interface ProofResult {
  isProven: boolean;
  /** The server seed is the one that was committed to. */
  isSeedCommitted: boolean;
  /** One for each draw, in order: whether it is what the seeds give. */
  draws: boolean[];
  /** The draws add up to the score. */
  isScoreRight: boolean;
}

/** Checks a whole game: the seed, each draw, that none is missing or added, and the score. */
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

/** Undefined for what is not hex. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}
