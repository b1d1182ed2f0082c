import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replySerializer } from './reply-serializer.ts';

const serialize = (schema: z.ZodType, data: unknown) =>
  replySerializer({ schema, method: 'GET', url: '/' })(data);

const Thing = z.object({
  id: z.uuid(),
  name: z.string(),
  count: z.int(),
  price: z.number(),
  isOpen: z.boolean(),
  kind: z.enum(['one', 'other']),
  role: z.union([z.literal(0), z.literal(1)]),
  note: z.string().nullable(),
  hint: z.string().optional(),
  owner: z.object({ username: z.string() }).nullable(),
  tags: z.array(z.string()),
});
const thing = {
  id: '01a2010e-8fbc-74ec-bd6b-1df4940c3b51',
  name: 'a "quoted" 🎉 \u2028 \ud800 name \u0001 that is longer than the short path of the serializer',
  count: 3,
  price: 1.5,
  isOpen: true,
  kind: 'one',
  role: 0,
  note: null,
  owner: { username: 'ada' },
  tags: ['a', 'b'],
};

describe('replies are written', () => {
  it('as by JSON.stringify', () => {
    for (const value of [thing, { ...thing, note: 'x', hint: 'y', owner: null, tags: [], role: 1 }]) {
      expect(JSON.parse(serialize(Thing, value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(JSON.parse(serialize(z.array(Thing), [value, value]))).toHaveLength(2);
    }
  });

  it('without fields that are not in their schema, at any depth', () => {
    const secret = { password_hash: 'swordfish' };
    const text = serialize(Thing, { ...thing, ...secret, owner: { username: 'ada', ...secret } });
    expect(text).not.toContain('swordfish');
    expect(text).not.toContain('password_hash');
  });

  it('by generated code when the schema is plain data, without validating values, and with an error when a field is missing', () => {
    const unchecked = { ...thing, id: 'no UUID', note: '', owner: null, role: 7 };
    expect(JSON.parse(serialize(Thing, unchecked))).toMatchObject({ id: 'no UUID', role: 7 });
    const { name: _, ...rest } = thing;
    expect(() => serialize(Thing, rest)).toThrow();
  });

  it('by zod when the schema has more than plain data', () => {
    expect(serialize(z.record(z.string(), z.unknown()), { any: { thing: 1 } })).toBe('{"any":{"thing":1}}');
    expect(serialize(z.object({ a: z.union([z.string(), z.object({ b: z.int() })]) }), { a: { b: 1 } })).toBe(
      '{"a":{"b":1}}',
    );
    expect(() => serialize(z.object({ a: z.union([z.string(), z.int()]) }), { a: false })).toThrow();
  });
});
