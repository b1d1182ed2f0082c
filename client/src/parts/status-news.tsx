import { useEffect, useRef, useState } from 'react';

interface StatusNewsProps<Item> {
  items: readonly Item[] | undefined;
  /** A sentence about the item's status. */
  text: (item: Item) => string;
}

/** For screen readers: the item whose status last changed while the page was open. */
export function StatusNews<Item extends { id: string | number; status: string }>({
  items,
  text,
}: StatusNewsProps<Item>) {
  const known = useRef(new Map<Item['id'], string>());
  const [news, setNews] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each read
  useEffect(() => {
    for (const item of items ?? []) {
      const before = known.current.get(item.id);
      known.current.set(item.id, item.status);
      if (before !== undefined && before !== item.status) setNews(text(item));
    }
  }, [items]);
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
