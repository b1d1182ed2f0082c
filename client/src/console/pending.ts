import type { ApprovalPending } from '@copup/shared/admin.ts';

/** O3a: nothing was done yet; it waits for a second operator. */
export function isPending(reply: object): reply is ApprovalPending {
  return 'approval_id' in reply && 'status' in reply && reply.status === 'pending';
}

/** What is said of it once it is requested. */
export const waitsText = (what: string) => `${what} waits for approval by a second operator`;
