/** The tabs of what is approved or rejected, by status. */
export const approvalLists = [
  { status: 'pending', name: 'Waiting' },
  { status: 'approved', name: 'Approved' },
  { status: 'rejected', name: 'Rejected' },
  { status: '', name: 'All' },
] as const;
