import { z } from 'zod';
import { paragraphText } from './text.ts';
import { Coins, IsoTime, Message, Moment, Uuid } from './wire.ts';

/** An operator's reason for cancelling an auction or a contest, shown to the users who entered. */
export const CancelSubjectBody = z.object({ reason: paragraphText(500).min(1) });

/** Moves the end later, after an outage (A14). */
export const ExtendSubjectBody = z.object({
  end_date: Moment,
  /** The end that the operator's page shows; FACTS_CHANGED when it is another one by now. */
  seen_end_date: Moment,
  /** Shown to the users who entered. */
  reason: paragraphText(500).min(1),
});

/** Cancels and creates the corrected copy, whose body is that of a new subject (A14). */
export const reopenBodyOf = <Copy extends z.ZodType>(copy: Copy) =>
  z.object({
    /** Shown to the users who entered, with the refund. */
    reason: paragraphText(500).min(1),
    copy,
  });

/** A corrected word or picture of a subject, with both versions (A14). */
export const CorrectedField = z.object({
  field: z.enum(['name', 'description', 'prize_name', 'image']),
  before: z.string(),
  after: z.string(),
});
export type CorrectedField = z.infer<typeof CorrectedField>;

/** What changed in a subject after the caller entered it (A14). */
export const SubjectChanges = z.object({
  /** Oldest first; pictures are URLs of 640 px. Empty once the caller cannot leave any more. */
  corrections: z.array(z.object({ at: IsoTime, fields: z.array(CorrectedField) })),
  /** Coins that leaving returns; null when the caller cannot leave. */
  refund: Coins.nullable(),
  /** Why it was cancelled, in words for players; null if it was not. */
  cancel_reason: z.string().nullable(),
  /** The corrected subject that replaces a cancelled one. */
  copy_id: z.int().nullable(),
});
export type SubjectChanges = z.infer<typeof SubjectChanges>;

/** The entry is gone; the coins are back in the parts of the wallet that paid them (A14). */
export const LeaveReply = Message.extend({
  /** Null after a free entry. */
  transfer_id: Uuid.nullable(),
  returned_available: Coins,
  returned_bonus: Coins,
});
export type LeaveReply = z.infer<typeof LeaveReply>;
