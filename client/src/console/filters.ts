/** A filter of a list. With `options` the operator chooses one of them, else the operator types a text. */
export interface Filter {
  /** The server's name for it. */
  source: string;
  label: string;
  /** Its value when the list is opened; without one the list shows all. */
  initial?: string;
  /** Value and name; the choice of all is added. */
  options?: readonly (readonly [value: string, name: string])[];
  inputMode?: 'numeric';
  hint?: string;
}

/** Finds records by a part of their names. */
export const searchFilter = (label: string): Filter => ({ source: 'q', label });

/** Records of one realm: those of the real world at first. */
export const realmFilter: Filter = {
  source: 'realm',
  label: 'Realm',
  inputMode: 'numeric',
  hint: '0: real',
  initial: '0',
};

/** A choice of values that are their own names. */
export const choiceFilter = (source: string, label: string, values: readonly string[]): Filter => ({
  source,
  label,
  options: values.map((value) => [value, value] as const),
});

export const initialValues = (filters: readonly Filter[]): Record<string, string> =>
  Object.fromEntries(
    filters.flatMap(({ source, initial }) => (initial === undefined ? [] : [[source, initial]])),
  );
