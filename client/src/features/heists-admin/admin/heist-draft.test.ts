import type { AdminHeist } from '@copup/shared/heists.ts';
import { describe, expect, it } from 'vitest';
import { fromLocalInput } from '../../../console/local-time.ts';
import { heistDraft } from './heist-draft.ts';

const { errorsOfFields, readDraft, readEdit, toCopy, toFields } = heistDraft;

const fields = {
  ...toFields(undefined, Date.parse('2030-01-02T03:04:05Z')),
  name: ' The Alaba Switch ',
  prize: '5,000',
  prize_name: 'A phone',
  ticket_price: '20',
  capacity: '100',
  minimum_users: '4',
  question: 'Which river?',
  answers: ' Niger \n\nRiver Niger',
  starts_at: '2030-01-02T03:04:05',
  end_date: '2030-01-02T04:04:05',
};
const heist = {
  ...readDraft(fields),
  id: 3001,
  status: 'available',
  participant_count: 0,
  opens_at: '2030-01-01T00:00:00.300Z',
  starts_at: fromLocalInput(fields.starts_at),
  end_date: fromLocalInput(fields.end_date),
} as unknown as AdminHeist;

describe('O3 the form of a heist', () => {
  it('is converted to the body of the request, with one answer a line', () => {
    expect(errorsOfFields(fields, false)).toEqual({});
    expect(readDraft(fields)).toMatchObject({
      name: 'The Alaba Switch',
      prize: 5_000,
      answers: ['Niger', 'River Niger'],
      category: 'product',
      winner_rule: 'earliest',
      target_users: 0,
      opens_at: undefined,
    });
  });

  it('of a copy opens at the first moment, and keeps the time to the start and to the end', () => {
    const copy = toCopy(heist, Date.parse('2031-01-01T00:00:00Z'));
    expect(errorsOfFields(copy, false)).toEqual({});
    expect(readDraft(copy)).toMatchObject({
      name: 'The Alaba Switch',
      answers: ['Niger', 'River Niger'],
      opens_at: '2031-01-01T00:00:00.000Z',
      starts_at: '2031-01-02T02:04:04.000Z',
      end_date: '2031-01-02T03:04:04.000Z',
    });
  });

  it('names each error at its field', () => {
    const wrong = {
      ...fields,
      name: ' ',
      prize: '0',
      minimum_users: '101',
      question: '',
      answers: '\n',
      opens_at: '2031-01-01T00:00:00',
      end_date: '2030-01-02T03:04:05',
    };
    expect(Object.keys(errorsOfFields(wrong, false)).sort()).toEqual([
      'answers',
      'end_date',
      'minimum_users',
      'name',
      'opens_at',
      'prize',
      'question',
    ]);
    expect(Object.keys(errorsOfFields(wrong, true))).toEqual(['name']);
  });

  it('H3 sends only changed fields, and only texts once a ticket is sold', () => {
    expect(readEdit(toFields(heist, 0), heist)).toEqual({});
    const edited = { ...toFields(heist, 0), prize: '6000', name: 'New', answers: 'Niger' };
    expect(readEdit(edited, heist)).toEqual({ name: 'New', prize: 6_000, answers: ['Niger'] });
    expect(readEdit(edited, { ...heist, participant_count: 1 })).toEqual({ name: 'New' });
    expect(readEdit(edited, { ...heist, status: 'on_hold' })).toEqual({ name: 'New' });
  });
});
