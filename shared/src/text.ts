import { z } from 'zod';

/** Characters without a mark of their own, those that change the direction of writing, and those without a meaning. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;
/** Emoji whose parts are joined, styled or tagged by characters that are hidden elsewhere. */
const emoji =
  /\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*/gv;
/** After NFC a letter of any language written here keeps at most two marks; more would cover the lines around it. */
const strayMarks = /^\p{M}|\p{M}{4}/u;
const lineBreaks = /[\n\r\t]/g;

/**
 * A string of at most `max` UTF-16 units. Every string of a request begins with this check, and it ends the checks: no
 * pattern, normalization or other transform runs on a longer one.
 */
export const boundedString = (max: number, message?: string) =>
  z.string().max(max, { abort: true, ...(message !== undefined && { message }) });

/** NFC can lengthen a text, so the limit holds before and after. */
const readable = (max: number) => boundedString(max).normalize('NFC').trim().max(max, { abort: true });

/** A name as people have it: letters of any script with their marks, one line, nothing hidden. */
export const nameText = (max: number) =>
  readable(max).refine(
    (name) => !hidden.test(name) && !/[^\S ]/u.test(name) && !strayMarks.test(name),
    'Use letters, digits and ordinary spaces.',
  );

/** One line that other users read; emoji are allowed. */
export const lineText = (max: number) => readable(max).refine(isReadable, 'Remove the invisible characters.');

/** Lines that other users read; emoji are allowed. */
export const paragraphText = (max: number) =>
  readable(max).refine(
    (text) => isReadable(text.replace(lineBreaks, ' ')),
    'Remove the invisible characters.',
  );

function isReadable(text: string): boolean {
  return !hidden.test(text.replace(emoji, '')) && !strayMarks.test(text);
}

/** Digits of a path or a query, as a number from `min` to `max`. */
export const digits = (max: number, min = 0) =>
  boundedString(String(max).length)
    .regex(/^(?:0|[1-9]\d*)$/, { message: 'must be a whole number', abort: true })
    .transform(Number)
    .pipe(z.int().min(min).max(max));
