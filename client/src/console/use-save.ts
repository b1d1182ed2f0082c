import { type RaRecord, useCreate, useUpdate } from 'ra-core';

interface Save<Row> {
  create: (data: object) => Promise<Row>;
  update: (record: Row, changed: object) => Promise<Row>;
}

/** Creates and edits records through ra-core, which updates its caches. Both resolve with the server's record. */
export function useSave<Row extends RaRecord>(resource: string): Save<Row> {
  const [create] = useCreate<Row>();
  const [update] = useUpdate<Row>();
  // With returnPromise the result is always a record, which the library's types do not express.
  return {
    create: (data) => create(resource, { data }, { returnPromise: true }) as Promise<Row>,
    update: (record, data) =>
      update(
        resource,
        { id: record.id, data: data as Partial<Row>, previousData: record },
        { returnPromise: true },
      ) as Promise<Row>,
  };
}
