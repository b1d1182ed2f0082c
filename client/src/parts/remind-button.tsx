import { CalendarPlus } from 'lucide-react';
import { calendarFile, remindedMinutes } from '../lib/calendar-event.ts';
import { saveFile } from '../lib/save-file.ts';
import { serverNow } from '../realtime/index.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

interface Reminder {
  /** What starts. */
  name: string;
  startMs: number;
  path: string;
}
type Look = Pick<ButtonProps, 'size' | 'className'>;

/** Puts a start into the calendar of the device, which also rings while the app is closed. */
export function RemindButton({ name, startMs, path, ...look }: Reminder & Look) {
  return (
    <CalendarButton {...look} events={[{ name, startMs, path }]}>
      Remind me
      <span className="sr-only"> of {name}</span>
    </CalendarButton>
  );
}

/** Puts all events into the calendar of the device, with one file. */
export function CalendarButton({
  events,
  children,
  ...look
}: Look & Pick<ButtonProps, 'children'> & { events: readonly Reminder[] }) {
  const remind = () => {
    const own = events.map(({ path, ...event }) => ({ ...event, url: `${location.origin}${path}` }));
    saveFile(new Blob([calendarFile(own, serverNow())], { type: 'text/calendar' }), 'copup-reminder.ics');
    toast.success(`Open the file: your calendar reminds you ${remindedMinutes} minutes before.`);
  };
  return (
    <Button {...look} onClick={remind}>
      <CalendarPlus size={18} aria-hidden />
      {children}
    </Button>
  );
}
