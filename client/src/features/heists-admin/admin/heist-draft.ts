import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { AdminHeist, NewHeistBody } from '@copup/shared/heists.ts';
import { type SubjectField, subjectDraft } from '../../../console/items/subject-draft.ts';
import { fromLocalInput } from '../../../console/local-time.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

const MAX_ANSWERS = 20;

const fields = {
  name: { type: 'text', error: 'Enter a name.' },
  story: { type: 'text' },
  prize: { type: 'whole', min: 1, max: MAX_AMOUNT },
  prize_name: { type: 'text', error: 'Enter the prize in words.' },
  ticket_price: { type: 'whole', min: 0, max: MAX_AMOUNT },
  category: { type: 'choice', initial: 'product' },
  winner_rule: { type: 'choice', initial: 'earliest' },
  question: { type: 'text', error: 'Enter the question.' },
  answers: { type: 'lines', most: MAX_ANSWERS, error: `Enter 1 to ${MAX_ANSWERS} answers, one a line.` },
  capacity: { type: 'whole', min: 1, max: 100_000 },
  minimum_users: { type: 'whole', min: 1, max: 100_000 },
  target_users: { type: 'whole', min: 0, max: 1_000_000, ifEmpty: 0 },
  reward_bid_points: { type: 'whole', min: 0, max: MAX_AMOUNT, ifEmpty: 0 },
  opens_at: { type: 'moment' },
  starts_at: { type: 'moment', afterMs: 0 },
  end_date: { type: 'moment', afterMs: 3_600_000 },
} as const satisfies Partial<Record<keyof NewHeistBody, SubjectField>>;

const numberOf = (text: string): number => parseWholeNumber(text) ?? 0;

/** The form of a heist. It starts at the first moment, and takes answers for an hour. */
export const heistDraft = subjectDraft({
  fields,
  texts: ['name', 'story', 'prize_name'],
  /** H3: before the first ticket, and before the heist is on hold. */
  hasOpenTerms: ({ status, participant_count }: AdminHeist) =>
    participant_count === 0 && (status === 'waiting' || status === 'available'),
  errorsOf({ minimum_users, capacity, ...entered }, errors) {
    const [opening, start] = [fromLocalInput(entered.opens_at), fromLocalInput(entered.starts_at)];
    const isTooMany =
      !errors.minimum_users && !errors.capacity && numberOf(minimum_users) > numberOf(capacity);
    const isLate = opening !== undefined && start !== undefined && Date.parse(opening) > Date.parse(start);
    return {
      ...(isTooMany && { minimum_users: 'The minimum must not exceed the capacity.' }),
      ...(start === undefined && { starts_at: 'Enter the start.' }),
      ...(isLate && { opens_at: 'The opening must not be after the start.' }),
    };
  },
});
