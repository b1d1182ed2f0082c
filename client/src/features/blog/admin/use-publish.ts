import { oneByOne } from '../../../console/one-by-one.ts';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';

export type PublishedName = 'post' | 'instagram-post';
interface Published {
  id: number;
  is_published: boolean;
}

/** Publishes or hides records, one or several at once. */
export function usePublish<Row extends Published>(name: PublishedName, nameOf: (row: Row) => string) {
  const { run, isBusy } = useCommand(
    async ({ rows, isPublished }: { rows: readonly Row[]; isPublished: boolean }) => {
      // Those that are in this state already stay unchanged.
      const changed = rows.filter((row) => row.is_published !== isPublished);
      await oneByOne(
        changed,
        ({ id }) => call(`PUT /admin/${name}s/:id`, { params: { id }, body: { is_published: isPublished } }),
        nameOf,
      );
      const [only] = rows;
      const what = rows.length === 1 && only ? nameOf(only) : `${rows.length} selected`;
      return `${what}: ${isPublished ? 'published' : 'hidden'}`;
    },
    { done: (notice) => notice, showsErrors: true },
  );
  return {
    isBusy,
    publish: (rows: readonly Row[]) => run({ rows, isPublished: true }),
    hide: (rows: readonly Row[]) => run({ rows, isPublished: false }),
  };
}
