import { type RaRecord, useCreate, useUpdate } from 'ra-core';
import { useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { capitalized } from './capitalized.ts';
import { putPicture, storedPicture } from './data-provider.ts';
import { isWaiting, waitsText } from './pending.ts';

interface SavedRecord<Row> {
  /** The record that the form edits; undefined while it creates one. */
  record: Row | undefined;
  /**
   * Saves the record and then its picture, or that of the record it is a copy of. Resolves with the text of the notice.
   * `waiting` names what waits for a second operator, by default the record.
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
  { created = 'created', copied = '' }: { created?: string; copied?: string | undefined } = {},
): SavedRecord<Row> {
  const [record, setRecord] = useState(given);
  const [create] = useCreate<Row>();
  const [update] = useUpdate<Row>();
  // Through ra-core, which updates its caches. With returnPromise the result is always the server's record, which the
  // library's types do not express.
  const send = (body: object) =>
    (record
      ? update(resource, { id: record.id, data: body, previousData: record }, { returnPromise: true })
      : create(resource, { data: body }, { returnPromise: true })) as Promise<Row>;
  return {
    record,
    async save(body, image, waiting = `The ${noun}`) {
      const saved = await send(body(record));
      const hasPicture = image !== null || (copied !== '' && !record);
      if (isWaiting(saved)) return waitsText(waiting) + (hasPicture ? '. Add its picture then.' : '');
      if (hasPicture) {
        try {
          await putPicture<Row>(resource, saved.id, image ?? (await storedPicture(copied)));
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
