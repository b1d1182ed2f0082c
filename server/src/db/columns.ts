import { bigint, customType, timestamp } from './drizzle.ts';

/** A whole number below 2^53, such as coins, versions and sequence numbers. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Text that the database compares case-insensitively. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
export const oid = customType<{ data: number }>({ dataType: () => 'oid' });
