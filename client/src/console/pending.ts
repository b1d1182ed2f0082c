import type { ApprovalPending } from '@copup/shared/admin.ts';

/** O3a: whether the change waits for a second operator. */
export function isPending(reply: object): reply is ApprovalPending {
  return 'approval_id' in reply && 'status' in reply && reply.status === 'pending';
}

/** The notice after such a request. */
export const waitsText = (what: string) => `${what} waits for approval by a second operator`;
