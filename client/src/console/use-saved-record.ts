import { type RaRecord, useCreate, useUpdate } from 'ra-core';
import { useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { capitalized } from './capitalized.ts';
import { putPicture } from './data-provider.ts';
import { isWaiting, waitsText } from './pending.ts';

interface SavedRecord<Row> {
  /** The record that the form edits; undefined while it creates one. */
  record: Row | undefined;
  /**
   * Saves the record and then its picture. Resolves with the text of the notice. `waiting` names what waits for a second
   * operator, by default the record.
   */
  save: (body: (record: Row | undefined) => object, image: File | null, waiting?: string) => Promise<string>;
}

/**
 * Creates or edits a record with a picture. If the server refuses the picture, the record is still saved, and the next
 * attempt edits that record.
 */
export function useSavedRecord<Row extends RaRecord & { id: number }>(
  resource: string,
  noun: string,
  given: Row | undefined,
  created = 'created',
): SavedRecord<Row> {
  const [record, setRecord] = useState(given);
  const { create, update } = useSave<Row>(resource);
  return {
    record,
    async save(body, image, waiting = `The ${noun}`) {
      const saved = record ? await update(record, body(record)) : await create(body(undefined));
      if (isWaiting(saved)) return waitsText(waiting) + (image ? '. Add its picture then.' : '');
      if (image) {
        try {
          await putPicture<Row>(resource, saved.id, image);
        } catch (error) {
          setRecord(saved);
          const reason = messageOf(error, 'It could not be sent.');
          throw new Error(`The ${noun} is saved, but not its picture. ${reason}`);
        }
      }
      return `${capitalized(noun)} ${given ? 'saved' : created}`;
    },
  };
}

interface Save<Row> {
  create: (data: object) => Promise<Row>;
  update: (record: Row, changed: object) => Promise<Row>;
}

/** Creates and edits records through ra-core, which updates its caches. Both resolve with the server's record. */
function useSave<Row extends RaRecord>(resource: string): Save<Row> {
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
