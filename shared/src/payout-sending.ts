/**
 * What is known of a payout that the provider sends (W19): no reply yet, accepted, unclear (operators look), refused (nothing was
 * sent), paid, or failed (the money stayed or came back). This file imports no schemas (see room-names.ts).
 */
export const sendingStates = ['asked', 'accepted', 'unclear', 'refused', 'paid', 'failed'] as const;
export type SendingState = (typeof sendingStates)[number];

/** Whether the provider may still send such a payout, or may have. */
export const isUndecided = (state: SendingState): boolean => state === 'asked' || state === 'accepted';
