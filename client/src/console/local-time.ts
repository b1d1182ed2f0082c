const pad = (value: number) => String(value).padStart(2, '0');

/** A moment as an input of type datetime-local shows it, in the operator's own time zone, with seconds. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** And back, to UTC. Undefined when nothing, or no moment, was entered. */
export function fromLocalInput(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const moment = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium' });

export const showMoment = (iso: string) => moment.format(new Date(iso));
export const showDay = (iso: string) => day.format(new Date(iso));
