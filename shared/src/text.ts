import { z } from 'zod';

/** Characters that are invisible, change the direction of writing, or have no assigned meaning. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;
/** Emoji sequences that use characters of `hidden` to join, style or tag their parts. */
const emoji =
  /\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*/gv;
/**
 * More than two marks on a letter after NFC: no supported language needs them, and they would cover the lines above and
 * below.
 */
const strayMarks = /^\p{M}|\p{M}{4}/u;
const lineBreaks = /[\n\r\t]/g;

/**
 * Checks that a string has at most `max` UTF-16 units. Every string of a request is checked with this first, and a
 * failure ends the checks: no pattern, normalization or other transform runs on a longer string.
 */
export const boundedString = (max: number, message?: string) =>
  z.string(message).max(max, { abort: true, ...(message !== undefined && { message }) });

/** NFC can lengthen a text, so the limit applies before and after normalization. `missing` is for a field that is no text. */
const readable = (max: number, missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .max(max, { abort: true })
    .normalize('NFC')
    .trim()
    .max(max, { abort: true });

/** A person's name: one line of letters of any script with their marks, without hidden characters. */
export const nameText = (max: number, missing?: string) =>
  readable(max, missing).refine(
    (name) => !hidden.test(name) && !/[^\S ]/u.test(name) && !strayMarks.test(name),
    'Use letters, digits and ordinary spaces.',
  );

/** One line of text that other users read; emoji are allowed. */
export const lineText = (max: number, missing?: string) =>
  readable(max, missing).refine(isReadable, 'Remove the invisible characters.');

/** Lines of text that other users read; emoji are allowed. */
export const paragraphText = (max: number, missing?: string) =>
  readable(max, missing).refine(
    (text) => isReadable(text.replace(lineBreaks, ' ')),
    'Remove the invisible characters.',
  );

function isReadable(text: string): boolean {
  return !hidden.test(text.replace(emoji, '')) && !strayMarks.test(text);
}

/** Parses digits of a path or a query to a number from `min` to `max`. */
export const digits = (max: number, min = 0) =>
  boundedString(String(max).length)
    .regex(/^(?:0|[1-9]\d*)$/, { message: 'must be a whole number', abort: true })
    .transform(Number)
    .pipe(z.int().min(min).max(max));
