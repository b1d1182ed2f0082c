import { createHash, createHmac } from 'node:crypto';
import type { SpinFairness, SpinReply } from '@copup/shared/spins.ts';

const seed = Buffer.alloc(32, 7);
const coins = [0, 2, 3, 4, 5, 6] as const;

/** A spin that stops at a segment with these coins, made with Node's own hashes. */
export function proofOf(result: (typeof coins)[number]): SpinFairness {
  for (let nth = 0; ; nth += 1) {
    const client_seed = `jollof-${nth}`;
    const segment = createHmac('sha256', seed).update(`${client_seed}:1`).digest().readUInt32BE(0) % 6;
    if (coins[segment] !== result) continue;
    return {
      kind: 'spin',
      id: 1,
      title: 'Spin',
      commitment: createHash('sha256').update(seed).digest('hex'),
      server_seed: seed.toString('hex'),
      client_seed,
      segment,
      result,
      at: '2026-11-20T20:00:00.000Z',
    };
  }
}
/** The reply of the spin. */
export function replyOf(result: (typeof coins)[number]): SpinReply {
  const proof = proofOf(result);
  return { result, segment: proof.segment as number, proof };
}
