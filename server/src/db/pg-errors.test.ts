import pg from 'pg';
import { expect, it } from 'vitest';
import { outageOf } from './pg-errors.ts';

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError('from PostgreSQL', 1, 'error'), { code });

it.each([
  ['08006', 'unavailable'],
  ['25006', 'unavailable'],
  ['25P03', 'unavailable'],
  ['28P01', 'unavailable'],
  ['3D000', 'unavailable'],
  ['53100', 'unavailable'],
  ['53200', 'unavailable'],
  ['53300', 'unavailable'],
  ['57P01', 'unavailable'],
  ['57P03', 'unavailable'],
  ['58030', 'unavailable'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['23505', undefined],
  ['42P01', undefined],
  ['XX000', undefined],
])('SQLSTATE %s is %s, also when drizzle wraps it', (code, outage) => {
  expect(outageOf(databaseError(code))).toBe(outage);
  expect(outageOf(new Error('Failed query', { cause: databaseError(code) }))).toBe(outage);
});
