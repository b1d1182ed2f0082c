import type { ApprovalPending } from '@copup/shared/admin.ts';

/** O3a: whether the change waits for a second operator. */
export function isPending(reply: object): reply is ApprovalPending {
  return 'approval_id' in reply && 'status' in reply && reply.status === 'pending';
}

/** O3a: what ra-core keeps of a change that waits: the record as it is, marked. */
export const keptAsBefore = (reply: ApprovalPending, before?: object) => ({
  id: `approval ${reply.approval_id}`,
  ...before,
  isWaiting: true,
});
export const isWaiting = (record: object): boolean => 'isWaiting' in record;

/** The notice after such a request. */
export const waitsText = (what: string) => `${what} waits for approval by a second operator`;
