import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashInput } from './with-stored-reply.ts';

const hex = (value: unknown) => hashInput(value).toString('hex');

describe('P6 the hash of an input', () => {
  it('does not depend on the order of keys, nor on members that are undefined', () => {
    expect(hex({ a: 1, b: { c: 2, d: [3] } })).toBe(hex({ b: { d: [3], c: 2 }, a: 1 }));
    expect(hex({ a: 1, b: undefined })).toBe(hex({ a: 1 }));
  });

  it('depends on everything else', () => {
    const inputs = [
      {},
      [],
      null,
      0,
      '',
      false,
      'a',
      '0',
      { a: 1 },
      { a: '1' },
      { a: null },
      [1, 2],
      [2, 1],
      [[1], 2],
    ];
    expect(new Set(inputs.map(hex)).size).toBe(inputs.length);
  });

  it('is the same for equal JSON, and only for that', () => {
    const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (left, right) => {
        expect(hex(left)).toBe(hex(wire(left)));
        expect(hex(left) === hex(right)).toBe(isDeepStrictEqual(wire(left), wire(right)));
      }),
    );
  });

  it.each([[Number.NaN], [1n], [new Date()], [new Map()], [() => 1], [Symbol('a')]])(
    'refuses %s',
    (value) => {
      expect(() => hashInput({ value })).toThrow('JSON');
    },
  );
});
