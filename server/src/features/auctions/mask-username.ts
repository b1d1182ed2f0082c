const MOST_SHOWN = 6;
const LEAST_HIDDEN = 3;

/** Returns what visitors see of a username (A15): its first characters, at most six, and always as many dots. */
export function maskUsername(username: string): string {
  const shown = Math.min(MOST_SHOWN, Math.max(1, username.length - LEAST_HIDDEN));
  return `${username.slice(0, shown)}•••`;
}

export const maskOrNull = (username: string | null): string | null => username && maskUsername(username);
