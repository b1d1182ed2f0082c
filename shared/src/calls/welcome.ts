import { defineCalls } from '../call.ts';
import { FirstSteps, WelcomeGiven, WelcomeOffer, WelcomeReply } from '../welcome.ts';
import { Message } from '../wire.ts';

/** Welcome coins and first steps of new players (X15). */
export const welcomeCalls = defineCalls('welcome', {
  'GET /welcome': {
    summary: 'What a new player receives now; at most 5 s old',
    access: 'public',
    limit: 'visit',
    reply: WelcomeOffer,
  },
  'GET /user/first-steps': {
    summary: 'What a new player has done yet',
    reply: FirstSteps,
  },
  'POST /user/first-steps/dismiss': {
    summary: 'Closes the card with the first steps, for good',
    access: 'player',
    reply: Message,
  },
  'POST /user/welcome': {
    summary: 'Gives a new player the welcome coins, once (X15)',
    access: 'player',
    errors: ['ALREADY_WELCOMED', 'WELCOMED_BEFORE', 'NO_WELCOME_COINS', 'REWARD_UNFUNDED', 'TAKING_A_BREAK'],
    hasKey: true,
    reply: WelcomeReply,
  },
  'GET /admin/welcome': {
    summary: 'What was given of the budget of welcome coins, and to whom last',
    tag: 'operators: settings',
    reply: WelcomeGiven,
  },
});
