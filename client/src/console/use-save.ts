import { type RaRecord, useCreate, useUpdate } from 'ra-core';

interface Save<Row> {
  create: (data: object) => Promise<Row>;
  update: (record: Row, changed: object) => Promise<Row>;
}

/** Creates and edits records by ra-core, and so in its caches. Both resolve with the record as the server has it. */
export function useSave<Row extends RaRecord>(resource: string): Save<Row> {
  const [create] = useCreate<Row>();
  const [update] = useUpdate<Row>();
  // With returnPromise there is a record; the library's types leave out that they know.
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
