import type { DeletionBlock } from '@copup/shared/people.ts';
import { Refusal } from '../../errors.ts';

export const allFieldsNeeded = (empty: readonly string[]) =>
  new Refusal('VALIDATION_FAILED', 'All fields must be filled out.', {
    issues: empty.map((path) => ({ path, message: 'must be filled out' })),
  });
export const accountDeleted = () => new Refusal('SESSION_ENDED', 'This account was deleted.');
export const wrongPassword = () => new Refusal('WRONG_PASSWORD', 'This password is wrong.');
export const passwordNeeded = () =>
  new Refusal('VALIDATION_FAILED', 'Enter your password.', {
    issues: [{ path: 'password', message: 'must be filled out' }],
  });
export const deletionBlocked = (blocks: readonly DeletionBlock[]) =>
  new Refusal('DELETION_BLOCKED', 'Your account cannot be deleted yet.', { details: { blocks } });
export const forfeitNeeded = (coins: { bid_points: number; task_coin: number }) =>
  new Refusal('FORFEIT_NEEDED', 'Confirm that you give up your remaining coins.', { details: coins });
