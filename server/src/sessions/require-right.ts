import { hasRight, type OperatorRole, type Right, rights, rolesWith } from '@copup/shared/rights.ts';
import { Refusal } from '../errors.ts';

/** Returns the refusal of what the role of an operator does not include (S8). */
export const rightNeeded = (right: Right): Refusal =>
  new Refusal(
    'RIGHT_NEEDED',
    `Your role does not include: ${rights[right]}. It needs ${rolesWith(right).join(', ')}.`,
    {
      details: { right, roles: rolesWith(right) },
    },
  );

/** Throws RIGHT_NEEDED unless the role includes the right (S8). */
export function requireRight({ operatorRole }: { operatorRole: OperatorRole | null }, right: Right): void {
  if (!hasRight(operatorRole, right)) throw rightNeeded(right);
}
