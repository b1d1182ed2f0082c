export interface CalendarEvent {
  name: string;
  startMs: number;
  /** The page of the app that it is about. */
  url: string;
}

/** Time before the start at which the calendar reminds of it. */
export const remindedMinutes = 5;
const minuteMs = 60_000;

/** "20261128T203000Z". */
const stamp = (atMs: number) => new Date(atMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s+/g, ' ');

/** RFC 5545: a line has at most 75 bytes, and goes on after a space; no letter has more than four. */
const folded = (line: string) =>
  new TextEncoder().encode(line).length > 75 ? line.replaceAll(/.{18}(?=.)/gu, '$&\r\n ') : line;

/** Formats an iCalendar file whose events ring before their start. Calendars replace an earlier event of the same page. */
export function calendarFile(events: readonly CalendarEvent[], nowMs: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Copup//Reminders//EN',
    ...events.flatMap((event) => linesOf(event, nowMs)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function linesOf({ name, startMs, url }: CalendarEvent, nowMs: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(url)}`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(startMs)}`,
    `DTEND:${stamp(startMs + remindedMinutes * minuteMs)}`,
    `SUMMARY:${escaped(name)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(name)}`,
    `TRIGGER:-PT${remindedMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
  ];
}
