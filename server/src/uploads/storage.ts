import type { Readable } from 'node:stream';
import { Refusal } from '../errors.ts';

/** A file that is open for reading. */
export interface StoredFile {
  size: number;
  stream: Readable;
}

/** Where files are kept: on disk or in an S3-compatible service. Names are chosen by the server, never by a client. */
export interface Storage {
  /** Writes a whole file: readers see all of it or nothing. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Opens a file; undefined when there is none. */
  get(name: string): Promise<StoredFile | undefined>;
  /** Removes a file if there is one. */
  remove(name: string): Promise<void>;
}

export const unavailable = (cause: unknown) =>
  new Refusal('UNAVAILABLE', 'Pictures cannot be stored or read at this moment. Please try again.', {
    retryAfterS: 5,
    cause,
  });
