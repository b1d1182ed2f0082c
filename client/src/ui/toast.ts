import { toast as show } from 'react-hot-toast/headless';

/** Shows a toast. Errors stay and are announced assertively; others disappear and are announced politely. */
export const toast = {
  success: (text: string, durationMs?: number) =>
    show.success(text, durationMs === undefined ? {} : { duration: durationMs }),
  error: (text: string) => show.error(text),
  info: (text: string) => show(text),
};
