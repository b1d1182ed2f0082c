import { z } from 'zod';
import { paragraphText } from './text.ts';

/** An operator's reason for cancelling an auction or a contest, shown to the users who entered. */
export const CancelSubjectBody = z.object({ reason: paragraphText(500).min(1) });
