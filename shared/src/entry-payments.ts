import { z } from 'zod';

/** The parts of the wallet that pay an entry fee or a ticket (L6, X7). */
export const PayWith = z.enum(['bonus_first', 'available']);
export type PayWith = z.infer<typeof PayWith>;
/** Fields of the body of a join: `available` leaves the bonus coins in the wallet, so that a prize is available too. */
export const payWithField = { pay_with: PayWith.optional() };
export const PayEntryBody = z.object(payWithField).nullish();
export type PayEntryBody = z.infer<typeof PayEntryBody>;
