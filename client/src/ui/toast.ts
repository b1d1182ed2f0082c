import { toast as show } from 'react-hot-toast/headless';

/** Tells of something that happened. Errors stay and interrupt a screen reader; the rest does not. */
export const toast = {
  success: (text: string, durationMs?: number) => show.success(text, options(durationMs)),
  error: (text: string) => show.error(text),
  info: (text: string) => show(text),
};

function options(durationMs: number | undefined): { duration?: number } {
  return durationMs === undefined ? {} : { duration: durationMs };
}
