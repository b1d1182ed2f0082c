interface Found {
  title: string;
  detail: string;
}

/** Puts records first in which a word starts with the text that was searched; the others keep their order. */
export function rank<Row extends Found>(rows: readonly Row[], text: string): Row[] {
  const wanted = text.toLowerCase();
  const isStart = ({ title, detail }: Row) =>
    `${title} ${detail}`
      .toLowerCase()
      .split(/[\s,\u2068\u2069]+/)
      .some((word) => word.startsWith(wanted));
  return [...rows].sort((a, b) => Number(isStart(b)) - Number(isStart(a)));
}
