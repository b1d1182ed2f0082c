import { parseWholeNumber } from '../../lib/whole-number.ts';
import { changedFields, errorOfEnd, errorOfNumber } from '../draft.ts';
import { fromLocalInput, toLocalInput } from '../local-time.ts';
import { errorOfPicture } from '../picture-rules.ts';

/** A field of a subject's form, whose input has text. */
export type SubjectField =
  /** With an error it must not be empty. */
  | { type: 'text'; error?: string }
  /**
   * Empty, it is sent as `ifEmpty`, or with null not at all; else it must not be empty. `canWithdraw`: an edit that empties
   * it sends null.
   */
  | { type: 'whole'; min: number; max: number; ifEmpty?: 0 | null; error?: string; canWithdraw?: true }
  | { type: 'choice'; initial: string }
  | { type: 'flag' }
  /** One text a line. */
  | { type: 'lines'; most: number; error: string }
  /** A new subject has it so long after its first moment, or not yet. */
  | { type: 'moment'; afterMs?: number };

export type SubjectTexts<Name extends string> = Record<Name, string> & { image: File | null };
type Errors<Texts> = Partial<Record<keyof Texts, string>>;

/** What a form shows of a subject, and what it sends. */
export interface SubjectDraft<Subject, Texts> {
  /** Returns the initial form: the subject, or a new one whose first moment is `firstMs`. */
  toFields(subject: Subject | undefined, firstMs: number): Texts;
  /** Returns the form of a copy whose first moment is `firstMs` or later, and which lasts as long as the subject. */
  toCopy(subject: Subject, firstMs: number): Texts;
  /** Returns the errors of the fields. With `isFixed` only texts and picture are checked. */
  errorsOfFields(entered: Texts, isFixed: boolean): Errors<Texts>;
  /** Converts the form, which must be valid, to a request; empty optional fields are omitted, for the server's defaults. */
  readDraft(entered: Texts): object;
  /** Returns only changed fields; once the terms are fixed only the texts can change. */
  readEdit(entered: Texts, subject: Subject): object;
  hasOpenTerms(subject: Subject): boolean;
}

interface Declared<Subject, Name extends string> {
  fields: Readonly<Record<Name, SubjectField>>;
  /** What can change when the terms are fixed. */
  texts: readonly NoInfer<Name>[];
  hasOpenTerms: (subject: Subject) => boolean;
  /** Values of fields that the subject does not have. */
  valuesOf?: (subject: Subject) => object;
  /** Values that a copy has instead. */
  valuesOfCopy?: (subject: Subject) => object;
  /** Errors that depend on several fields. `errors` are those of the fields. */
  errorsOf?: (
    entered: SubjectTexts<NoInfer<Name>>,
    errors: Errors<Record<NoInfer<Name>, string>>,
  ) => Errors<Record<NoInfer<Name>, string>>;
}

export function subjectDraft<Subject extends object, Name extends string>({
  fields,
  texts,
  hasOpenTerms,
  valuesOf,
  valuesOfCopy,
  errorsOf,
}: Declared<Subject, Name>): SubjectDraft<Subject, SubjectTexts<Name | 'starts_at' | 'end_date'>> {
  const all = Object.entries(fields) as [Name, SubjectField][];
  const valuesIn = (subject: Subject) =>
    ({ ...subject, ...valuesOf?.(subject) }) as Readonly<Partial<Record<string, unknown>>>;
  const readDraft = (entered: SubjectTexts<Name>): Record<string, unknown> =>
    Object.fromEntries(all.map(([name, field]) => [name, read(field, entered[name])]));
  const toTexts = (values: Readonly<Partial<Record<string, unknown>>> | undefined, firstMs: number) => {
    const shown = all.map(([name, field]) => [name, textOf(field, values?.[name], firstMs)]);
    return { ...Object.fromEntries(shown), image: null };
  };
  return {
    hasOpenTerms,
    readDraft,
    toFields: (subject, firstMs) => toTexts(subject && valuesIn(subject), firstMs),
    toCopy(subject, firstMs) {
      const values = valuesIn(subject);
      const moments = all.flatMap(([name, { type }]) =>
        type === 'moment' ? [[name, Date.parse(String(values[name]))] as const] : [],
      );
      const laterMs = Math.max(0, firstMs - Math.min(...moments.map(([, atMs]) => atMs)));
      const moved = moments.map(([name, atMs]) => [name, new Date(atMs + laterMs).toISOString()]);
      return toTexts({ ...values, ...Object.fromEntries(moved), ...valuesOfCopy?.(subject) }, firstMs);
    },
    errorsOfFields(entered, isFixed) {
      const image = errorOfPicture(entered.image);
      const errors = { ...(image && { image }) } as Errors<typeof entered>;
      for (const [name, field] of all) {
        if (isFixed && !texts.includes(name)) continue;
        const error = errorOfField(field, entered[name].trim());
        if (error) errors[name] = error;
      }
      if (isFixed) return errors;
      const end = errorOfEnd(entered);
      return { ...errors, ...(end && { end_date: end }), ...errorsOf?.(entered, errors) };
    },
    readEdit(entered, subject) {
      const draft = readDraft(entered);
      for (const [name, field] of all) if (field.type === 'whole' && field.canWithdraw) draft[name] ??= null;
      const editable = texts.map((name) => [name, draft[name]]);
      return changedFields(hasOpenTerms(subject) ? draft : Object.fromEntries(editable), valuesIn(subject));
    },
  };
}

function textOf(field: SubjectField, value: unknown, firstMs: number): string {
  switch (field.type) {
    case 'flag':
      return value ? 'yes' : '';
    case 'lines':
      return ((value ?? []) as string[]).join('\n');
    case 'moment':
      if (value !== undefined) return toLocalInput(String(value));
      return field.afterMs === undefined ? '' : toLocalInput(new Date(firstMs + field.afterMs).toISOString());
    default:
      return String(value ?? (field.type === 'choice' ? field.initial : ''));
  }
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function errorOfField(field: SubjectField, text: string): string | undefined {
  if (field.type === 'text') return text === '' ? field.error : undefined;
  if (field.type === 'lines') {
    const { length } = linesIn(text);
    return length === 0 || length > field.most ? field.error : undefined;
  }
  if (field.type !== 'whole') return undefined;
  if (text !== '') return errorOfNumber(text, field);
  return field.ifEmpty === undefined ? (field.error ?? errorOfNumber(text, field)) : undefined;
}

function read(field: SubjectField, text: string): unknown {
  switch (field.type) {
    case 'flag':
      return text === 'yes';
    case 'whole':
      return parseWholeNumber(text) ?? field.ifEmpty ?? undefined;
    case 'lines':
      return linesIn(text);
    case 'moment':
      return fromLocalInput(text);
    case 'text':
      return text.trim();
    default:
      return text;
  }
}
