import { useMemo, useState } from 'react';

export interface Selection<Item extends { id: unknown }> {
  /** The selected ones of the items that are shown. */
  items: readonly Item[];
  ids: ReadonlySet<Item['id']>;
  toggle: (id: Item['id']) => void;
  clear: () => void;
  /** Selects all that are shown, or none if all are selected. */
  toggleAll: () => void;
}

/** Items of a list that are selected for one decision. Those that are no longer shown do not belong to it. */
export function useSelection<Item extends { id: unknown }>(shown: readonly Item[]): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<Item['id']>>(new Set());
  const items = useMemo(() => shown.filter(({ id }) => chosen.has(id)), [shown, chosen]);
  const ids = useMemo(() => new Set(items.map(({ id }) => id)), [items]);
  const clear = () => setChosen(new Set());
  return {
    items,
    ids,
    clear,
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
    toggleAll() {
      if (items.length === shown.length) clear();
      else setChosen(new Set(shown.map(({ id }) => id)));
    },
  };
}
