import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@copup/testkit/client.ts';
import { quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';

const phaseMs = 12_000;
const probePauseMs = 10;
/** Allowed extra latency, far below the 460 ms that one normalization of such a body takes. */
const slackMs = 100;

/** Alternating combining marks of two classes: canonical ordering of n of them takes O(n²) time. */
const marks = '\u0315\u0300'.repeat(15_400);
const person = {
  email: 'a@drills.test',
  username: 'attacker',
  full_name: 'A',
  password: 'a long passphrase',
  otp: '123456',
};
/** Bodies of 60 kB that block a server that normalizes, matches or traverses them before it checks their length. */
const attacks: readonly { path: string; body: string }[] = [
  { path: '/auth/register', body: JSON.stringify({ ...person, full_name: `A${marks}` }) },
  { path: '/cart/checkout', body: JSON.stringify({ address: marks }) },
  { path: '/auth/register', body: JSON.stringify({ ...person, username: `a${marks}` }) },
  { path: '/cart/checkout', body: JSON.stringify({ contactInfo: `x${marks}` }) },
  { path: '/auth/register', body: JSON.stringify({ ...person, email: `${'a.'.repeat(31_000)}@` }) },
  { path: '/auth/register', body: JSON.stringify({ ...person, otp: `${' '.repeat(62_000)}x` }) },
  { path: '/cart/checkout', body: `${'['.repeat(31_000)}"\\u0000"${']'.repeat(31_000)}` },
];

export const expensiveBodies: Drills[string] = {
  fault: 'one client sends one body a second that is expensive to normalize, match or traverse',
  holds: 'the length is checked first; the latency of other users is unchanged',
  spares: 1,
  auctionMs: 2 * phaseMs + 10_000,
  inject: async ({ servers, spareUsers, announce, addViolation, untilEndIs }) => {
    const url = servers[0]?.url ?? '';
    const token = spareUsers[0]?.token ?? '';
    announce('no fault yet: the latency without an attack is measured');
    const before = await measure(url, phaseMs);
    announce('60 kB of combining marks a second');
    const over = new AbortController();
    const attacking = attack(url, token, over.signal, addViolation);
    const meanwhile = await measure(url, phaseMs);
    over.abort();
    await attacking;
    if (meanwhile > before + slackMs)
      addViolation(
        `the slowest reply of a second took ${Math.round(meanwhile)} ms, ${Math.round(before)} ms without the attack`,
      );
    await untilEndIs(0);
  },
};

/** Returns the median of the slowest replies of each second, in ms: it is high only if most seconds have a stall. */
async function measure(url: string, forMs: number): Promise<number> {
  const slowest: number[] = [];
  const startMs = performance.now();
  for (let nowMs = startMs; nowMs < startMs + forMs; nowMs = performance.now()) {
    const reply = await fetch(`${url}/healthz`);
    await reply.arrayBuffer();
    const second = Math.floor((nowMs - startMs) / 1_000);
    slowest[second] = Math.max(slowest[second] ?? 0, performance.now() - nowMs);
    await pause(probePauseMs);
  }
  return quantile(
    slowest.sort((one, other) => one - other),
    0.5,
  );
}

/**
 * Sends the expensive bodies. A reply other than 400 means that the body was not checked, so the drill proves nothing.
 */
async function attack(
  url: string,
  token: string,
  signal: AbortSignal,
  addViolation: (violation: string) => void,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const { path, body } = attacks[turn % attacks.length] as (typeof attacks)[number];
    const { status } = await new ApiClient(url, token).post(path, body);
    if (status !== 400) addViolation(`an expensive body to ${path} was answered with ${status}`);
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
}
