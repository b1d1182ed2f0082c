import { Refusal } from '../../errors.ts';

export const alreadyWelcomed = () =>
  new Refusal('ALREADY_WELCOMED', 'You have received your welcome coins already.');
export const welcomedBefore = () =>
  new Refusal(
    'WELCOMED_BEFORE',
    'Welcome coins are given once to each person. They were given to this e-mail address or device before.',
  );
export const noWelcomeCoins = () =>
  new Refusal('NO_WELCOME_COINS', 'There are no welcome coins for this account now.');
export const deviceNeeded = () =>
  new Refusal(
    'NO_WELCOME_COINS',
    'Welcome coins are given once to each device. Sign in again in this app, then claim them.',
  );
export const networkUsedUp = () =>
  new Refusal(
    'NO_WELCOME_COINS',
    'Many welcome coins were given on your network today. Claim yours tomorrow.',
  );
export const welcomeUnfunded = () =>
  new Refusal('REWARD_UNFUNDED', 'Welcome coins cannot be paid at the moment. Please try again later.');
