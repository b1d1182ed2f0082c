import { afterAll, beforeAll } from 'vitest';
import { audits } from './databases.ts';
import { isFull } from './is-full.ts';

/** Leaves the databases of a test file unaudited: its tests write rows that only commands may write. Call it before they are created. */
export function withoutAudit(): void {
  beforeAll(() => {
    audits.areOn = false;
  });
  afterAll(() => {
    audits.areOn = isFull;
  });
}
