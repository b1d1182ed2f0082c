import { statusWord } from './capitalized.ts';

/** A filter of a list. With `options` it is a select, otherwise a text field. */
export interface Filter {
  /** The server's name for it. */
  source: string;
  label: string;
  /** Initial value; without it the list shows all records. */
  initial?: string;
  /** Pairs of value and name; the option for all is added. */
  options?: readonly (readonly [value: string, name: string])[];
  inputMode?: 'numeric';
  /** A day, of Lagos. */
  type?: 'date';
  hint?: string;
}

/** Finds records by a part of their names. */
export const searchFilter = (label: string): Filter => ({ source: 'q', label });

/** Records of one realm, initially those of real players. */
export const realmFilter: Filter = {
  source: 'realm',
  label: 'Realm',
  inputMode: 'numeric',
  hint: '0: real players',
  initial: '0',
};

/** Records that are switched on or off. */
export const flagFilter = (source: string, label: string, yes: string, no: string): Filter => ({
  source,
  label,
  options: [
    ['true', yes],
    ['false', no],
  ],
});

/** Returns options whose names are their values in words. */
export const choices = (values: readonly string[]) =>
  values.map((value) => [value, statusWord(value)] as const);
/** Of auctions and heists. */
export const categories = choices(['product', 'cash', 'coupon']);

export const categoryFilter: Filter = { source: 'category', label: 'Category', options: categories };

export const choiceFilter = (source: string, label: string, values: readonly string[]): Filter => ({
  source,
  label,
  options: choices(values),
});

export const initialValues = (filters: readonly Filter[]): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap(({ source, initial }) => (initial === undefined ? [] : [[source, initial]])),
  );
