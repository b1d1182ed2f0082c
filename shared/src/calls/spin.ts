import { defineCalls } from '../call.ts';
import { SpinBody, SpinDay, SpinReply, SpinState, UnlockSpinBody } from '../spins.ts';

/** The wheel of a player (B1, B5). */
export const spinsCalls = defineCalls('spin', {
  'GET /user/spin': {
    summary: 'Whether the caller may spin, the commitment of the spin, and the spin once it was made',
    access: 'player',
    reply: SpinState,
  },
  'POST /user/spin/unlock': {
    summary: 'Unlocks the wheel for the caller, until operators change the passcode (B1)',
    access: 'player',
    limit: 'spinUnlock',
    errors: ['WRONG_PASSCODE'],
    body: UnlockSpinBody,
    reply: SpinState,
  },
  'POST /user/spin': {
    summary: 'Spins the wheel, once ever: the server draws one of six segments (B1, B5, F1)',
    access: 'player',
    errors: ['ALREADY_SPUN', 'TAKING_A_BREAK', 'SPIN_LOCKED', 'COME_BACK_TOMORROW', 'REWARD_UNFUNDED'],
    hasKey: true,
    body: SpinBody,
    reply: SpinReply,
  },
  'GET /admin/spins/today': {
    summary: 'What the wheel has cost today, of which budget, and what rewards can still pay',
    tag: 'operators: settings',
    reply: SpinDay,
  },
});
