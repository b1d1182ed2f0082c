import { expect, it } from 'vitest';
import { mailboxOf } from './welcome-marks.ts';

it('X15 the usual spellings of one mailbox are equal', () => {
  const spellings = ['Ada.Eze@gmail.com', 'adaeze+copup@googlemail.com', 'a.d.a.e.z.e@GMAIL.com'];
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['adaeze@gmail.com']));
  expect(mailboxOf('Ada.Eze+bids@yahoo.com')).toBe('ada.eze@yahoo.com');
  expect(mailboxOf('ada.eze@yahoo.com')).not.toBe(mailboxOf('adaeze@yahoo.com'));
});
