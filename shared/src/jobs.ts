import { z } from 'zod';
import { boundedString } from './text.ts';
import { IsoTime } from './wire.ts';

/** A scheduled job of all servers (O1). */
export const AdminJob = z.object({
  id: z.string(),
  kind: z.string(),
  /** The id of what it is about. */
  about: z.string(),
  /** What it is about; null for a job of the whole server, or of another program. */
  subject: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      /** Of a live subject that exists. */
      status: z.string().nullable(),
      /** Whether a live subject has ended or was cancelled: the job has nothing left to do. */
      is_over: z.boolean(),
    })
    .nullable(),
  /** Its data as JSON, cut if it is long. */
  payload: z.string(),
  attempts: z.int(),
  /** When it is, or was, to run. */
  at: IsoTime,
  failed_at: IsoTime.nullable(),
  reason: z.string().nullable(),
});
export type AdminJob = z.infer<typeof AdminJob>;

/** A periodic sweep of the server that answers. */
const AdminSweep = z.object({
  name: z.string(),
  runs: z.int(),
  failures: z.int(),
  last_run_ms: z.int(),
  /** Of the last run; null if it succeeded. */
  error: z.string().nullable(),
});

/** A mail that a mail server refused or did not accept. It is sent again by itself. */
const AdminMail = z.object({
  id: z.int(),
  created_at: IsoTime,
  attempts: z.int(),
  next_at: IsoTime,
  reason: z.string(),
});

export const AdminJobs = z.object({
  /** Null while Redis is unavailable. */
  failed: z.array(AdminJob).nullable(),
  next: z.array(AdminJob).nullable(),
  mails: z.array(AdminMail),
  sweeps: z.array(AdminSweep),
});
export type AdminJobs = z.infer<typeof AdminJobs>;

const JobId = boundedString(160).regex(/^[A-Za-z0-9_:.-]{1,160}$/);
/** Jobs by their ids, or all that failed. */
export const RetryJobsBody = z.union([
  z.object({ ids: z.array(JobId).min(1).max(50) }),
  z.object({ all: z.literal(true) }),
]);
export const JobParams = z.object({ id: JobId });
