import { expect, it } from 'vitest';
import { calendarFile } from './calendar-event.ts';

it('formats an event of five minutes that rings five minutes before, with escaped names', () => {
  const event = {
    name: 'Rush; tap,\nfast \\o/',
    startMs: Date.UTC(2026, 10, 28, 20, 30),
    url: 'https://copup.test/contest/7',
  };
  expect(calendarFile([event], Date.UTC(2026, 10, 28, 8)).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Copup//Reminders//EN',
    'BEGIN:VEVENT',
    'UID:https://copup.test/contest/7',
    'DTSTAMP:20261128T080000Z',
    'DTSTART:20261128T203000Z',
    'DTEND:20261128T203500Z',
    'SUMMARY:Rush\\; tap\\, fast \\\\o/',
    'URL:https://copup.test/contest/7',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Rush\\; tap\\, fast \\\\o/',
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  const two = calendarFile([event, { ...event, url: 'https://copup.test/vault/7#ends' }], 0);
  expect(two.match(/^UID:.*|^(BEGIN|END):VCALENDAR/gm)).toEqual([
    'BEGIN:VCALENDAR',
    'UID:https://copup.test/contest/7',
    'UID:https://copup.test/vault/7#ends',
    'END:VCALENDAR',
  ]);
});

it('folds long lines, which calendars join again (RFC 5545)', () => {
  const name = `${'Ọ̀kan ṣoṣo 😀 '.repeat(12)}heist`;
  const text = calendarFile([{ name, startMs: 0, url: 'https://copup.test/heist/7' }], 0);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '').split('\r\n')).toContain(`SUMMARY:${name}`);
});
