import { inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';

export const badWalletAddress = () =>
  new Refusal('BAD_WALLET_ADDRESS', 'This is not a wallet address. Check it for typing errors.');
export const walletNotFound = () => new Refusal('WALLET_NOT_FOUND', 'No wallet has this address');
export const playerNotFound = (username: string) =>
  new Refusal('WALLET_NOT_FOUND', `No player is called ${username}.`);
export const ownAddress = () => new Refusal('OWN_ADDRESS', 'You cannot send coins to your own wallet.');
export const operatorsCannotSend = () => new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot send coins.');
export const owesCoins = (owed: number) =>
  new Refusal(
    'OWES_COINS',
    `You owe ${inCoins(owed)} after a chargeback. Until they are repaid, you cannot send.`,
    {
      details: { owed },
    },
  );
export const aboveMaximum = (maximum: number) =>
  new Refusal('SEND_LIMIT', `You can send at most ${inCoins(maximum)} at a time.`, { details: { maximum } });
export const aboveDay = (left: number) =>
  new Refusal('SEND_LIMIT', `Today you can still send ${inCoins(left)}.`, { details: { left } });
export const waitingPeriod = (until: Date, left: number) =>
  new Refusal(
    'WAITING_PERIOD',
    `After a change of your e-mail, password or PIN you can still send ${inCoins(left)} until the waiting time ends.`,
    { details: { until: until.toISOString(), left } },
  );
export const notEnoughCoins = (needed: number) =>
  new Refusal('NOT_ENOUGH_COINS', `You need ${inCoins(needed)}, the charge included.`, {
    details: { needed },
  });
export const statementTooLong = (message: string) =>
  new Refusal('VALIDATION_FAILED', 'Some fields are invalid.', { issues: [{ path: 'to', message }] });
