import { expect, it } from 'vitest';
import { callsBelow, defineCalls } from './call.ts';
import { hasRight, needsText, operatorRoles, rightNames, rightsOf, rolesWith } from './rights.ts';
import { Message } from './wire.ts';

it('S8 an owner has every right, an auditor only the own second factor, a player none', () => {
  expect(rightsOf('owner')).toEqual(rightNames);
  expect(rightsOf('auditor')).toEqual(['own']);
  expect(rightsOf(null)).toEqual([]);
  expect(operatorRoles.every((role) => hasRight(role, 'own'))).toBe(true);
});

it('S8 the owner alone makes operators and changes settings; coins and payments are of owner and finance', () => {
  for (const right of ['operators', 'settings'] as const) expect(rolesWith(right)).toEqual(['owner']);
  for (const right of ['coins', 'payments'] as const) expect(rolesWith(right)).toEqual(['owner', 'finance']);
});

it('S8 names the roles that a right needs', () => {
  expect(needsText('settings')).toBe('Needs owner');
  expect(needsText('coins')).toBe('Needs finance');
  expect(needsText('tasks')).toBe('Needs support or operations');
  expect(needsText('orders')).toBe('Needs finance, support or operations');
});

it('S8 a command of the console without a right does not compile', () => {
  const call = { summary: 'One', reply: Message } as const;
  // @ts-expect-error It names no right.
  expect(defineCalls('one', { 'POST /admin/one': call }).tag).toBe('one');
  // @ts-expect-error Below a path as well.
  expect(callsBelow('/admin/one', 'one', { 'PUT /:id': call }).path).toBe('/admin/one');
  expect(callsBelow('/admin/one', 'one', { 'GET /': call, 'POST /': { ...call, right: 'jobs' } }).tag).toBe(
    'one',
  );
});
