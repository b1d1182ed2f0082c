import { CalendarPlus } from 'lucide-react';
import { calendarFile, remindedMinutes } from '../lib/calendar-event.ts';
import { saveFile } from '../lib/save-file.ts';
import { serverNow } from '../realtime/index.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

interface RemindButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** What starts. */
  name: string;
  startMs: number;
  path: string;
}

/** Puts a start into the calendar of the device, which also rings while the app is closed. */
export function RemindButton({ name, startMs, path, ...look }: RemindButtonProps) {
  const remind = () => {
    const file = calendarFile({ name, startMs, url: `${location.origin}${path}` }, serverNow());
    saveFile(new Blob([file], { type: 'text/calendar' }), 'copup-reminder.ics');
    toast.success(`Open the file: your calendar reminds you ${remindedMinutes} minutes before.`);
  };
  return (
    <Button {...look} onClick={remind}>
      <CalendarPlus size={18} aria-hidden />
      Remind me
      <span className="sr-only"> of {name}</span>
    </Button>
  );
}
