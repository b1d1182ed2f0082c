import type { Right } from '@copup/shared/rights.ts';
import { describe, expect, it } from 'vitest';
import { approvalBlock, type OperatorFacts, rejectionBlock } from './approval-rules.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

function operatorsOf(...facts: (Partial<OperatorFacts> & { id: string })[]) {
  const all = facts.map((each): [string, OperatorFacts] => [
    each.id,
    {
      username: each.id,
      role: 'owner',
      since: hoursAgo(48),
      isFirst: false,
      promotedBy: null,
      devices: [],
      ...each,
    },
  ]);
  return new Map(all);
}
const block = (
  deciderId: string,
  operators: ReturnType<typeof operatorsOf>,
  {
    requestedBy = 'ada',
    beneficiaryId = 'player' as string | null,
    hours = 24,
    comparesDevices = false,
    right = 'coins' as Right,
  } = {},
) =>
  approvalBlock({ requestedBy, beneficiaryId, right }, deciderId, operators, { now, hours, comparesDevices });

describe('O3a who may approve', () => {
  it('is another operator, while the requester is one; any but the requester and the beneficiary may reject', () => {
    const operators = operatorsOf({ id: 'ada' }, { id: 'bola' });
    expect(block('bola', operators)).toBeUndefined();
    expect(block('ada', operators)).toBe('OWN_REQUEST');
    expect(block('bola', operators, { beneficiaryId: 'bola' })).toBe('OWN_BENEFIT');
    expect(block('player', operatorsOf({ id: 'ada' }))).toBe('OWN_BENEFIT');
    expect(block('stranger', operators)).toBe('FORBIDDEN');
    expect(block('bola', operatorsOf({ id: 'ada', role: null }, { id: 'bola' }))).toBe(
      'REQUESTER_NOT_OPERATOR',
    );
    const request = { requestedBy: 'ada', beneficiaryId: 'bola', right: 'coins' } as const;
    expect(rejectionBlock(request, 'ada', operators)).toBe('OWN_REQUEST');
    expect(rejectionBlock(request, 'bola', operators)).toBe('OWN_BENEFIT');
    expect(rejectionBlock(request, 'second', operatorsOf({ id: 'second' }))).toBeUndefined();
  });

  it('S8 is one whose role has the right of the request, as the requester still does', () => {
    const operators = operatorsOf(
      { id: 'ada', role: 'finance' },
      { id: 'bola', role: 'finance' },
      { id: 'chi', role: 'support' },
    );
    expect(block('bola', operators)).toBeUndefined();
    expect(block('chi', operators)).toBe('RIGHT_NEEDED');
    expect(block('bola', operators, { requestedBy: 'chi' })).toBe('REQUESTER_NOT_OPERATOR');
    const request = { requestedBy: 'ada', beneficiaryId: null, right: 'coins' } as const;
    expect(rejectionBlock(request, 'bola', operators)).toBeUndefined();
    expect(rejectionBlock(request, 'chi', operators)).toBe('RIGHT_NEEDED');
    // Every operator asks for another e-mail address of their own; an owner decides it.
    const withOwner = operatorsOf(
      { id: 'chi', role: 'support' },
      { id: 'bola', role: 'finance' },
      { id: 'own' },
    );
    const ownAddress = { requestedBy: 'chi', beneficiaryId: 'chi', right: 'operators' as const };
    expect(block('own', withOwner, ownAddress)).toBeUndefined();
    expect(block('bola', withOwner, ownAddress)).toBe('RIGHT_NEEDED');
  });

  it('is not in the promotion chain of the requester or the beneficiary, in either direction and at any distance', () => {
    const operators = operatorsOf(
      { id: 'ada' },
      { id: 'second', promotedBy: 'ada' },
      { id: 'third', promotedBy: 'second' },
      { id: 'bola' },
    );
    for (const decider of ['second', 'third']) expect(block(decider, operators)).toBe('SAME_PROMOTION');
    for (const requestedBy of ['second', 'third']) {
      expect(block('ada', operators, { requestedBy })).toBe('SAME_PROMOTION');
      expect(block('bola', operators, { requestedBy })).toBeUndefined();
    }
    const ofBeneficiary = operatorsOf({ id: 'ada' }, { id: 'bola' }, { id: 'second', promotedBy: 'bola' });
    expect(block('second', ofBeneficiary, { beneficiaryId: 'bola' })).toBe('SAME_PROMOTION');
    expect(block('bola', ofBeneficiary, { beneficiaryId: 'second' })).toBe('SAME_PROMOTION');
    // A former operator, and a cycle.
    const cycle = operatorsOf(
      { id: 'ada', promotedBy: 'third' },
      { id: 'second', promotedBy: 'ada', role: null },
      { id: 'third', promotedBy: 'second' },
      { id: 'bola' },
    );
    expect(block('third', cycle)).toBe('SAME_PROMOTION');
    expect(block('bola', cycle)).toBeUndefined();
  });

  it('is in production not one who shares a device with the requester', () => {
    const operators = operatorsOf(
      { id: 'ada', devices: ['phone', 'office'] },
      { id: 'bola', devices: ['office'] },
      { id: 'chi', devices: ['tablet'] },
    );
    const of = (id: string, comparesDevices: boolean) => block(id, operators, { comparesDevices });
    expect([of('bola', true), of('bola', false), of('chi', true)]).toEqual([
      'SAME_DEVICE',
      undefined,
      undefined,
    ]);
  });

  it('is not a new operator, unless it is a first one; the waiting time is a setting', () => {
    const operators = operatorsOf(
      { id: 'ada' },
      { id: 'bola', since: hoursAgo(23.9) },
      { id: 'chi', since: hoursAgo(24) },
      { id: 'dayo', since: hoursAgo(0), isFirst: true },
      { id: 'ella', since: null },
    );
    expect(block('bola', operators)).toBe('TOO_NEW_TO_APPROVE');
    expect(block('bola', operators, { hours: 23 })).toBeUndefined();
    expect(block('chi', operators)).toBeUndefined();
    expect(block('dayo', operators)).toBeUndefined();
    expect(block('ella', operators, { hours: 0 })).toBe('TOO_NEW_TO_APPROVE');
  });
});
