import { flag, line, whole, words } from './define-setting.ts';

/** The settings of what players play, by group. */
export const playSettings = {
  Auctions: {
    bidIncrement: whole(1, 1_000_000_000, 1, 'coins', {
      name: 'Bid increment of new auctions',
      rule: 'A3',
      effect: 'The first bid of a new auction must be at least {}',
    }),
    lateBidSeconds: whole(0, 600, 10, 'seconds', {
      name: 'Late bids',
      rule: 'A5',
      effect: 'A late bid moves the end of its auction to {} after the bid',
      effectOff: 'Late bids do not move the end of an auction',
    }),
    auctionOvertimeS: whole(0, 86_400, 900, 'seconds', {
      name: 'Overtime of new auctions',
      rule: 'A5',
      effect: 'Late bids move the end of a new auction by at most {}',
      effectOff: 'Late bids do not move the end of a new auction',
    }),
    watchlistNoticeSeconds: whole(10, 86_400, 300, 'seconds', {
      name: 'Notice before the end',
      rule: 'A13',
      effect: 'Players with an auction on their watchlist are notified before its end by {}',
    }),
  },
  Heists: {
    heistHoldMinutes: whole(0, 1_440, 5, 'minutes', {
      name: 'Hold before the start',
      rule: 'H1',
      effect: 'A heist is on hold before its start for {}',
      effectOff: 'A heist sells tickets until its start',
    }),
    heistUnlockCode: line(40, {
      name: 'Unlock code of heists',
      rule: 'H7',
      effect: 'The sale of tickets of waiting heists opens with the code {}',
      effectOff: 'No code opens the sale of tickets of waiting heists',
      isSecret: true,
    }),
    heistUnlockMinutes: whole(1, 1_440, 30, 'minutes', {
      name: 'Validity of an unlock',
      rule: 'H7',
      effect: 'An entered unlock code is valid in its session for {}',
    }),
  },
  Bets: {
    betStakeMinCoins: whole(1, 1_000_000, 1, 'coins', {
      name: 'Smallest stake',
      rule: 'B3',
      effect: 'A stake of a new bet must be at least {}',
    }),
    betStakeMaxCoins: whole(1, 1_000_000_000, 10_000, 'coins', {
      name: 'Largest stake',
      rule: 'B3',
      effect: 'A stake of a new bet can be at most {}',
    }),
    betFeePercent: whole(0, 100, 5, '%', {
      name: 'Fee of new bets',
      rule: 'B3',
      effect: 'The winner of a new bet pays of both stakes, rounded down, {}',
      effectOff: 'New bets have no fee',
    }),
    betReturnHours: whole(1, 720, 72, 'hours', {
      name: 'Return without a result',
      rule: 'B2',
      effect: 'Stakes of a bet without a result are returned after kickoff by {}',
    }),
  },
  Spin: {
    spinPasscode: line(40, {
      name: 'Passcode of the wheel',
      rule: 'B5',
      effect: 'The wheel unlocks with the passcode {}',
      effectOff: 'No passcode unlocks the wheel',
      isSecret: true,
    }),
    spinDailyCoins: whole(0, 1_000_000, 1_000, 'coins', {
      name: 'Budget of the wheel a day',
      rule: 'B5',
      effect: 'A spin needs 6 coins of the day’s budget (Lagos) of {}',
      effectOff: 'The wheel is closed',
      weakerIf: 'raised',
    }),
  },
  Rewards: {
    welcomeCoins: whole(0, 10_000, 100, 'coins', {
      name: 'Welcome coins',
      rule: 'X15',
      effect: 'A new player receives once, as bonus, {}',
      effectOff: 'New players receive no welcome coins',
      weakerIf: 'raised',
    }),
    welcomeBudgetCoins: whole(0, 1_000_000_000, 0, 'coins', {
      name: 'Budget of welcome coins',
      rule: 'X15',
      effect: 'All new players together receive at most {}',
      effectOff: 'No welcome coins are given',
      weakerIf: 'raised',
    }),
    taskCoinRate: whole(0, 1_000_000, 10, 'task coins', {
      name: 'Exchange of task coins',
      rule: 'T7',
      effect: 'A player exchanges for one bonus coin {}',
      effectOff: 'Task coins cannot be exchanged',
      weakerIf: 'cheaper',
    }),
    affiliateRewardPercent: whole(0, 100, 50, '%', {
      name: 'Cap of affiliate rewards',
      rule: 'T2',
      effect: 'An affiliate reward is at most, of the target × the entry fee or ticket price, {}',
      effectOff: 'New auctions and heists can have no affiliate reward',
      weakerIf: 'raised',
    }),
  },
  'Names and titles': {
    wordList: words('*fuck* *nigger* ashawo bastard bitch cunt nazi olosho porn rape rapist shit whore', {
      name: 'Refused words',
      rule: 'X13',
      effect:
        'Usernames, and titles of contests and bets, may not have these words (*word*: also inside longer words): {}',
      effectOff: 'Usernames and titles may have any words',
    }),
    usernameChangeDays: whole(0, 3_650, 30, 'days', {
      name: 'Wait between usernames',
      rule: 'W17',
      effect: 'A player can change the username again after {}',
      effectOff: 'A player can change the username at any time',
    }),
  },
  'The app': {
    offlineApp: flag(true, {
      name: 'App without a network',
      rule: 'D4',
      effect: 'Browsers keep the app’s files, open it without a network and receive push messages',
      effectOff: 'Browsers remove the app’s files at the next visit and receive no push messages',
    }),
    roomUpdatesPerSecond: whole(1, 20, 5, 'updates a second', {
      name: 'Updates of a room',
      rule: 'A9',
      effect: 'A watcher receives from one room at most {}',
    }),
    roomTraceMinutes: whole(0, 60, 15, 'minutes', {
      name: 'Replay of rooms',
      rule: 'O2',
      effect: 'Operators can replay of each room the last {}',
      effectOff: 'Nothing is recorded for replays',
    }),
  },
} as const;
