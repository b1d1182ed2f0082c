import type { RecordField, RecordKind } from '@copup/shared/records.ts';
import { parseWholeNumber } from '../lib/whole-number.ts';
import { errorOfNumber } from './draft.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { nairaError, parseNaira } from './naira-field.ts';

/** What the inputs of a record's form have, by field. */
export type RecordTexts = Record<string, string>;

/** Returns what the inputs show of a record, or of a new one. */
export const toTexts = ({ fields }: RecordKind, record: object | undefined): RecordTexts => {
  const values = record as Record<string, unknown> | undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, textOf(field, values?.[name])]),
  );
};

/** Returns what the inputs show of a copy: the record without its state and without times. */
export function toCopy(kind: RecordKind, record: object): RecordTexts {
  const isKept = ([name]: [string, unknown]) => !['flag', 'moment'].includes(kind.fields[name]?.type ?? '');
  return toTexts(kind, Object.fromEntries(Object.entries(record).filter(isKept)));
}

function textOf(field: RecordField, value: unknown): string {
  if (field.type === 'flag') return (value ?? field.initial) ? 'yes' : 'no';
  if (value === undefined || value === null) return '';
  if (field.type === 'moment') return toLocalInput(String(value));
  return String(field.type === 'id' ? (value as { id: number }).id : value);
}

/** Returns the values of the inputs as they are sent; undefined for a wrong one. */
export const readTexts = ({ fields }: RecordKind, texts: RecordTexts): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read(field, texts[name] ?? '')]));

const USER_ID = /^[0-9a-f-]{36}$/i;

function read(field: RecordField, text: string): unknown {
  const trimmed = text.trim();
  switch (field.type) {
    case 'flag':
      return text === 'yes';
    case 'whole':
      return errorOfNumber(text, { min: 1, max: field.max }) ? undefined : parseWholeNumber(text);
    case 'naira':
      return parseNaira(text) || undefined;
    case 'moment':
      return fromLocalInput(text);
    case 'id':
      return Number(text) || undefined;
    case 'pattern':
      return field.pattern.test(text) ? text : undefined;
    case 'address':
      return field.address(trimmed);
    case 'note':
      return trimmed || null;
    case 'user':
      return trimmed === '' || USER_ID.test(trimmed) ? trimmed || null : undefined;
    default:
      return trimmed || undefined;
  }
}

/** Returns the errors of the inputs by field. */
export function errorsOfTexts({ fields }: RecordKind, texts: RecordTexts): Partial<RecordTexts> {
  const errors: Partial<RecordTexts> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = texts[name] ?? '';
    if (read(field, text) !== undefined) continue;
    if (field.type === 'whole') errors[name] = errorOfNumber(text, { min: 1, max: field.max });
    else if (field.type === 'naira') errors[name] = nairaError(text);
    else if ('error' in field) errors[name] = field.error;
  }
  return errors;
}
