import { z } from 'zod';

/** Whether commits reach a standby (P9). */
export const Replication = z.object({
  /** `synchronous`: a commit is answered once a standby has it. `unknown`: the database does not show it. */
  state: z.enum(['unknown', 'none', 'asynchronous', 'synchronous']),
  /** Whether PostgreSQL is set to wait for a standby. When the state is another, commits do not wait. */
  wanted: z.boolean(),
  standbys: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['catchup', 'streaming']),
      synchronous: z.boolean(),
      behind_bytes: z.int().nullable(),
      lag_ms: z.int().nullable(),
    }),
  ),
  slots: z.array(
    z.object({
      name: z.string(),
      active: z.boolean(),
      /** The log that PostgreSQL keeps for it, which may fill the disk. */
      retained_bytes: z.int().nullable(),
      status: z.string().nullable(),
    }),
  ),
  /** Transactions of the answering server since its start that no standby confirmed, although one should have. */
  unconfirmed: z.int(),
});
export type Replication = z.infer<typeof Replication>;
