const pad = (value: number) => String(value).padStart(2, '0');

/** Converts a time to the value of a datetime-local input, in the operator's time zone, with seconds. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** Converts the value of a datetime-local input to UTC. Returns undefined for empty or invalid input. */
export function fromLocalInput(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const moment = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium' });

export const showMoment = (iso: string) => moment.format(new Date(iso));
export const showDay = (iso: string) => day.format(new Date(iso));
