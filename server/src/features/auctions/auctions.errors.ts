import { Refusal } from '../../errors.ts';

export const auctionNotFound = () => new Refusal('AUCTION_NOT_FOUND', 'Auction not found');
export const auctionEnded = () => new Refusal('AUCTION_ENDED', 'This auction has ended.');
export const alreadyJoined = () => new Refusal('ALREADY_JOINED', 'Already joined auction');
export const firstWinOnly = () =>
  new Refusal('FIRST_WIN_ONLY', 'Starter auctions are for a first win, and you have won an auction.');
export const notEnoughCoins = () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
export const auctionNotEditable = (why: string) => new Refusal('AUCTION_NOT_EDITABLE', why);
export const rootNotFound = () => new Refusal('NOT_FOUND', 'No root was published for this day.');
