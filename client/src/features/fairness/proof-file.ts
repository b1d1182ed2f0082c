import type { CardFairness } from '@copup/shared/fairness-calls.ts';

/** Maximum size of a file; a proof of thousands of draws is smaller. */
export const mostProofBytes = 2_000_000;

export const proofFileName = ({ kind, id }: Pick<CardFairness, 'kind' | 'id'>) =>
  `copup-proof-${kind}-${id}.json`;

/** Returns the API's document as text, in the format of `node scripts/verify-proof.mjs FILE`. */
export const proofText = (proof: CardFairness) => `${JSON.stringify(proof, null, 2)}\n`;

/** Parses a proof; returns null for other texts. */
export function readProof(text: string): CardFairness | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const proof = value as Partial<CardFairness>;
  const isText = [proof.commitment, proof.client_seed].every((field) => typeof field === 'string');
  const isSeed = proof.server_seed === null || typeof proof.server_seed === 'string';
  if (!isText || !isSeed || typeof proof.score !== 'number' || !Array.isArray(proof.draws)) return null;
  const areDraws = proof.draws.every(
    (draw) =>
      typeof draw === 'object' &&
      draw !== null &&
      [draw.nonce, draw.position, draw.value].every(Number.isInteger) &&
      Array.isArray(draw.cards),
  );
  return areDraws ? { ...(proof as CardFairness), title: String(proof.title ?? 'Card game') } : null;
}

/** "9f2c 41ab … e3d0 77b1" */
export function shortHash(hash: string): string {
  if (hash.length < 20) return hash;
  const pairs = (text: string) => `${text.slice(0, 4)} ${text.slice(4)}`;
  return `${pairs(hash.slice(0, 8))} … ${pairs(hash.slice(-8))}`;
}
