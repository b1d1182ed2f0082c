import { hash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { logIn } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

it('S2a a new device solves the challenge of a refused sign-in and sends it again with the proof', async () => {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    const details = { challenge: 'c', bits: 8 };
    return bodies.length === 1
      ? new Response(JSON.stringify({ code: 'PROOF_NEEDED', message: 'Wait.', details }), { status: 429 })
      : new Response('{"message":"Login successful"}');
  });
  await logIn({ email: 'ada@copup.test', password: 'right' });
  const [first, second] = bodies as [Record<string, unknown>, { proof: { answer: string } }];
  expect(second).toEqual({ ...first, proof: { challenge: 'c', answer: second.proof.answer } });
  expect(hash('sha256', `c.${second.proof.answer}`)).toMatch(/^00/);
});
