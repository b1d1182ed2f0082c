import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const DRAWS_AT_ONCE = 256;
const UUID_BYTES = 16;
const SEQUENCE_AT = 6;
/** A sequence that starts in the lower half cannot overflow within a millisecond. */
const LOWER_HALF = 0x7fff_ffff;

/**
 * Returns a function that returns `count` random bytes, drawn for many calls at once. The bytes are valid until the
 * next call.
 */
export function pooledRandomBytes(count: number): () => Buffer {
  const pool = Buffer.alloc(count * DRAWS_AT_ONCE);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += count;
    return pool.subarray(at - count, at);
  };
}

/**
 * Returns a generator of UUIDv7s that increase within this process, like those of `v7()`, which draws random bytes for
 * each id.
 */
export function createIds(nowMs: () => number = Date.now): () => string {
  const draw = pooledRandomBytes(UUID_BYTES);
  let msecs = 0;
  let seq = 0;
  return () => {
    const random = draw();
    const now = nowMs();
    if (now > msecs) {
      msecs = now;
      seq = random.readUInt32BE(SEQUENCE_AT) & LOWER_HALF;
    } else {
      seq += 1;
    }
    return v7({ msecs, seq, random });
  };
}
