import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { solve } from './solve-challenge.ts';

it('S2a the proof of work of a new device is a number whose hash with the challenge begins with the requested zero bits', async () => {
  const { challenge, answer } = await solve({ challenge: 'a.b.c', bits: 12 });
  expect(challenge).toBe('a.b.c');
  expect(hash('sha256', `a.b.c.${answer}`)).toMatch(/^000/);
});
