import { flag, line, whole } from './define-setting.ts';

/** The settings of coins that are bought, paid out and sent, by group. */
export const moneySettings = {
  'Buying coins': {
    bankAccountName: line(100, {
      name: 'Name of the bank account',
      rule: 'W2',
      effect: 'Players pay to the account in the name of {}',
      effectOff: 'Players read no name of the bank account',
      weakerIf: 'changed',
    }),
    bankName: line(100, {
      name: 'Bank',
      rule: 'W2',
      effect: 'Players pay to the account at {}',
      effectOff: 'Players read no bank',
      weakerIf: 'changed',
    }),
    bankAccountNumber: line(20, {
      name: 'Number of the bank account',
      rule: 'W2',
      effect: 'Players pay to the account with the number {}',
      effectOff: 'Players read no account number',
      weakerIf: 'changed',
    }),
    paymentRestDays: whole(1, 30, 7, 'days', {
      name: 'Wait for the rest of a payment',
      rule: 'W2a',
      effect: 'A payment of which too little arrived waits for the rest for {}',
    }),
    transferAccountMinutes: whole(5, 1_440, 30, 'minutes', {
      name: 'Time to pay into an account of its own',
      rule: 'W18',
      effect: 'The account that the provider opens for one purchase takes its transfer for {}',
    }),
    tradeReservationMinutes: whole(1, 1_440, 30, 'minutes', {
      name: 'Reservation of a trade',
      rule: 'W4',
      effect: 'The coins of a new trade are reserved for {}',
    }),
    tradeDisputeDays: whole(1, 30, 7, 'days', {
      name: 'Dispute of a trade',
      rule: 'W4',
      effect: 'A rejected or expired trade can be disputed, or proved late, for {}',
    }),
    disputeFreezeDays: whole(1, 30, 7, 'days', {
      name: 'Freeze during a card dispute',
      rule: 'X17',
      effect: 'An open dispute of a card payment freezes its young coins for {}',
    }),
  },
  Payouts: {
    payoutMinCoins: whole(1, 1_000_000_000, 10, 'coins', {
      name: 'Smallest payout',
      rule: 'W14',
      effect: 'A payout must be at least {}',
      weakerIf: 'lowered',
    }),
    payoutDueHours: whole(1, 720, 24, 'hours', {
      name: 'Time to pay a payout',
      rule: 'O1',
      effect: 'A payout is due, for operators, after {}',
    }),
    payoutMaxCoins: whole(1, 1_000_000_000, 50_000, 'coins', {
      name: 'Largest payout',
      rule: 'W14',
      effect: 'A payout can be at most {}',
      weakerIf: 'raised',
    }),
    boughtCoinsHours: whole(0, 720, 72, 'hours', {
      name: 'Wait of bought coins',
      rule: 'W3',
      effect: 'Coins cannot be paid out after their purchase for {}',
      effectOff: 'Bought coins can be paid out at once',
      weakerIf: 'lowered',
    }),
    payoutPriceRatioPercent: whole(100, 1_000, 103, '%', {
      name: 'Lowest price of a coin',
      rule: 'W3',
      effect: 'A coin costs in the shop or at a trader, of the payout rate, at least {}',
      weakerIf: 'lowered',
    }),
  },
  'Payouts by the provider': {
    payoutSending: flag(false, {
      name: 'Send payouts',
      rule: 'W19',
      effect: 'The provider sends payouts that are approved from now on; earlier ones are paid by hand',
      effectOff: 'The provider sends no payout; all are paid by hand',
      weakerIf: 'on',
    }),
    payoutSendCoinsPerHour: whole(1, 1_000_000_000, 50_000, 'coins', {
      name: 'Sent in an hour',
      rule: 'W19',
      effect: 'All payouts that the provider sends in an hour are at most {}',
      weakerIf: 'raised',
    }),
    payoutSendCoinsPerDay: whole(1, 1_000_000_000, 200_000, 'coins', {
      name: 'Sent in a day',
      rule: 'W19',
      effect: 'All payouts that the provider sends in 24 hours are at most {}',
      weakerIf: 'raised',
    }),
    accountNamesPerDay: whole(0, 100, 5, 'names', {
      name: 'Account names a day',
      rule: 'W19',
      effect: 'A player can read in 24 hours, before a payout, at most {} of accounts',
      effectOff: 'Players read no names of accounts',
      weakerIf: 'raised',
    }),
  },
  Sends: {
    sendChargePercent: whole(0, 100, 1, '%', {
      name: 'Charge for a send',
      rule: 'W1',
      effect: 'A send costs, on top of its amount and rounded up, {}',
      effectOff: 'Sends are free',
    }),
    sendMaxCoins: whole(1, 1_000_000_000, 100_000, 'coins', {
      name: 'Largest send',
      rule: 'W10',
      effect: 'One send can be at most {}',
      weakerIf: 'raised',
    }),
    sendMaxCoinsPerDay: whole(1, 1_000_000_000, 500_000, 'coins', {
      name: 'Sends a day',
      rule: 'W10',
      effect: 'A player can send in one day at most {}',
      weakerIf: 'raised',
    }),
  },
} as const;
