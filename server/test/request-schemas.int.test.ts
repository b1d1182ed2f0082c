import { startApp } from '@copup/testkit/app.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collectRequestSchemas, findSchemaErrors } from './request-schemas.ts';

describe('Schemas of requests', () => {
  it('L4 limit the length of every text before it is normalized or matched, every number and every date', async () => {
    const schemas = await collectRequestSchemas(async () => {
      const app = await startApp({ redis: null });
      await app.close();
    });
    expect(schemas.size).toBeGreaterThan(40);
    const errors = [...schemas].flatMap(([name, schema]) => [...findSchemaErrors(schema, name)]);
    expect(errors).toEqual([]);
  });

  const bounded = z.string().max(9, { abort: true });
  it.each<[string, z.ZodType]>([
    ['a text without a limit', z.string()],
    ['a limit after the normalization', z.string().normalize('NFC').max(9)],
    ['a limit that does not end the checks', z.string().max(9).normalize('NFC')],
    ['a pattern before the limit', z.string().regex(/a/).max(9, { abort: true })],
    ['a format before the limit', z.email().max(9, { abort: true })],
    ['a transform before the limit', z.preprocess(String, bounded)],
    ['a default around it', z.object({ a: z.array(z.string().trim().default('')).max(1) })],
    ['a union with it', z.union([bounded, z.string().toLowerCase()]).nullish()],
    ['a record', z.record(z.string(), z.unknown())],
    ['an array without a limit', z.array(bounded)],
    ['a number without limits', z.number()],
    ['a coerced number', z.coerce.number().min(0).max(9)],
    ['an object that keeps unknown fields', z.looseObject({ a: bounded })],
    ['a number with one limit', z.int().min(0)],
    [
      'a date of any year',
      z
        .string()
        .max(40, { abort: true })
        .check(z.iso.datetime({ offset: true })),
    ],
  ])('are rejected with %s', (_what, schema) => {
    expect([...findSchemaErrors(schema, 'x')]).not.toEqual([]);
  });

  it('are accepted with a limit first', () => {
    const schema = z.object({ a: bounded.normalize('NFC').trim().optional(), n: z.int().min(0).max(9) });
    expect([...findSchemaErrors(schema, 'x')]).toEqual([]);
  });
});
