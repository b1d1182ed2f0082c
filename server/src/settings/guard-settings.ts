import { flag, whole } from './define-setting.ts';

/** The settings of sign-ins, PINs, operators and commands, by group. */
export const guardSettings = {
  'Sign-in and PIN': {
    oneTimeCodeMinutes: whole(1, 60, 10, 'minutes', {
      name: 'Validity of a mailed code',
      rule: 'S1',
      effect: 'A mailed code is valid for {}',
    }),
    oneTimeCodeResendSeconds: whole(10, 3_600, 60, 'seconds', {
      name: 'Wait for a new code',
      rule: 'S1',
      effect: 'A new code can be requested after {}',
    }),
    sessionHours: whole(1, 720, 24, 'hours', {
      name: 'Sign-in without renewal',
      rule: 'S3',
      effect: 'A sign-in that is not renewed ends after {}',
      weakerIf: 'raised',
    }),
    sessionDays: whole(1, 365, 30, 'days', {
      name: 'Longest sign-in',
      rule: 'S3a',
      effect: 'A sign-in ends, renewed or not, after {}',
      weakerIf: 'raised',
    }),
    pinLockMinutes: whole(1, 1_440, 15, 'minutes', {
      name: 'Lock of a PIN',
      rule: 'S6',
      effect: 'After 5 wrong attempts a PIN is locked for {}',
      weakerIf: 'lowered',
    }),
    credentialsWaitHours: whole(0, 720, 24, 'hours', {
      name: 'Wait after new credentials',
      rule: 'S6',
      effect: 'After a change of e-mail, password or PIN, sends are limited and payouts refused for {}',
      effectOff: 'A change of e-mail, password or PIN limits no sends and payouts',
      weakerIf: 'lowered',
    }),
    credentialsWaitSendCoins: whole(0, 1_000_000, 100, 'coins', {
      name: 'Sends during that wait',
      rule: 'S6',
      effect: 'After a change of e-mail, password or PIN, a player can send during the wait at most {}',
      effectOff: 'After a change of e-mail, password or PIN, a player can send nothing during the wait',
      weakerIf: 'raised',
    }),
  },
  Operators: {
    secondOperatorAboveCoins: whole(0, 1_000_000_000, 10_000, 'coins', {
      name: 'Second operator: 24 hours',
      rule: 'O3a',
      effect: 'In 24 hours one operator moves alone, and one wallet receives that way, at most {}',
      effectOff: 'A second operator approves all coins that one operator moves in 24 hours',
      weakerIf: 'raised',
    }),
    secondOperatorAbove30DaysCoins: whole(0, 1_000_000_000, 30_000, 'coins', {
      name: 'Second operator: 30 days',
      rule: 'O3a',
      effect: 'In 30 days one operator moves alone, and one wallet receives that way, at most {}',
      effectOff: 'A second operator approves all coins that one operator moves in 30 days',
      weakerIf: 'raised',
    }),
    newOperatorWaitHours: whole(0, 720, 24, 'hours', {
      name: 'Wait of a new operator',
      rule: 'O3a',
      effect: 'A new operator cannot approve requests for {}',
      effectOff: 'A new operator can approve requests at once',
      weakerIf: 'lowered',
    }),
    secondFactorRequired: flag(true, {
      name: 'Second factor',
      rule: 'S8a',
      effect: 'In production, operators without a second factor can only enrol one',
      effectOff: 'Operators can work without a second factor',
      weakerIf: 'off',
    }),
    reauthenticateAfterMinutes: whole(1, 30, 10, 'minutes', {
      name: 'Confirmation of the operator',
      rule: 'S8a',
      effect: 'Operators confirm password or second factor again after a time without such an action of {}',
      weakerIf: 'raised',
    }),
  },
  Commands: {
    idempotencyKeyDays: whole(1, 90, 7, 'days', {
      name: 'Repeated commands',
      rule: 'P6',
      effect: 'The first replies for repeated commands are kept for {}',
    }),
    standbyRequired: flag(false, {
      name: 'Standby of the database',
      rule: 'A12',
      effect: 'Without a synchronous standby, commands that move coins are refused',
      effectOff: 'Without a synchronous standby, commands that move coins are carried out, with a warning',
      weakerIf: 'off',
    }),
  },
} as const;
