import { createHash } from 'node:crypto';
import { invariant } from '../errors.ts';

/**
 * Returns SHA-256 of a value as canonical JSON: the order of an object's keys and members that are undefined do not
 * matter, everything else does. Accepts only JSON's own types, so that two different inputs never have the same
 * canonical form.
 */
export function hashInput(value: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(value)).digest();
}

function canonicalJson(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), `${value} is not JSON`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  invariant(typeof value === 'object', `a ${typeof value} is not JSON`);
  const prototype = Object.getPrototypeOf(value);
  invariant(prototype === Object.prototype || prototype === null, 'only plain objects are JSON');
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
