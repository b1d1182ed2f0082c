/** Choices of the moment, which belong to no view: the page, the chosen item and an open dialog. */
const passing = ['page', 'item', 'do'];

/** A list's filters and order under a name. */
export interface SavedView {
  name: string;
  /** As `viewOf` returns it. */
  view: string;
}

/** Returns the filters and the order in an address, in one spelling; empty for the list as it opens. */
export function viewOf(search: URLSearchParams): string {
  const chosen = [...search].filter(([name, value]) => value !== '' && !passing.includes(name));
  return new URLSearchParams(chosen.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'view'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');
export const isViews = (value: unknown): value is SavedView[] => Array.isArray(value) && value.every(isView);

/** Adds a view, in place of one with the same name or the same choices. */
export const withView = (views: readonly SavedView[], added: SavedView): SavedView[] => [
  ...views.filter(({ name, view }) => name !== added.name && view !== added.view),
  added,
];
