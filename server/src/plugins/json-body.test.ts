import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { errors } from './errors.ts';
import { findUnstorable, jsonBody } from './json-body.ts';

describe('R1 the body of a request', () => {
  it('finds a text that cannot be stored at any place, also nested deeper than the stack', () => {
    expect(findUnstorable({ a: ['x', { b: 'a\0b' }] })).toBe('a.1.b');
    expect(findUnstorable({ reason: '\ud800x' })).toBe('reason');
    expect(findUnstorable('x\udc00')).toBe('');
    expect(findUnstorable({ a: { 'x\0': 1 } })).toBe('a');
    expect(findUnstorable({ a: ['😀', 1, null, true], b: 'ọ' })).toBeUndefined();
    let body: unknown = 'a\0b';
    for (let depth = 0; depth < 100_000; depth += 1) body = [body];
    expect(findUnstorable(body)).toBe(Array(20).fill('0').join('.'));
  });

  it('refuses such a text for every route, and accepts complete surrogate pairs and an empty body', async () => {
    const app = fastify();
    await app.register(errors);
    await app.register(jsonBody);
    app.post('/', async (request) => ({ got: request.body ?? null }));
    const headers = { 'content-type': 'application/json' };
    const send = (payload: string) => app.inject({ method: 'POST', url: '/', headers, payload });
    for (const bad of ['\\ud83d', 'a\\u0000b', '\\uDE00']) {
      const reply = await send(`{"details":{"reason":"${bad}"}}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: 'details.reason', message: 'contains characters that cannot be stored' }],
      });
    }
    expect((await send('{"a":"\\ud83d\\ude00 \\\\u0000"}')).json()).toEqual({ got: { a: '😀 \\u0000' } });
    expect((await send('')).json()).toEqual({ got: null });
    await app.close();
  });
});
