import type { BidsReply } from '@copup/shared/auctions.ts';

/** Returns the file that `scripts/verify-proof.mjs` verifies offline: all pages of an auction's bids as one. */
export function bidsProof(pages: readonly BidsReply[]): Blob {
  const last = pages.at(-1);
  const proof = { kind: 'bids', ...last, bids: pages.flatMap(({ bids }) => bids) };
  return new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
}
