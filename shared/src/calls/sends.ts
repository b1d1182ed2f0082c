import { z } from 'zod';
import { csvReply, defineCalls } from '../call.ts';
import {
  RecentRecipients,
  SendBody,
  SendReceipt,
  SendTerms,
  StatementQuery,
  Transaction,
  TransactionsQuery,
  WalletOwner,
  WalletParams,
} from '../sends.ts';

/** Sends between players, their list, and the statement of a wallet (W1, W10, W11). */
export const sendsCalls = defineCalls('wallet', {
  'GET /user/wallet/:address': {
    summary: 'Who an address or a full username belongs to',
    limit: 'walletLookup',
    errors: ['BAD_WALLET_ADDRESS', 'WALLET_NOT_FOUND'],
    params: WalletParams,
    reply: WalletOwner,
  },
  'GET /user/recipients': {
    summary: 'The last people the user sent coins to, newest first',
    reply: RecentRecipients,
  },
  'GET /user/send-terms': {
    summary: 'Charge and limits of own sends',
    reply: SendTerms,
  },
  'POST /user/send-bid-points': {
    summary: 'Sends coins to a wallet address, with the PIN; returns the receipt',
    access: 'player',
    limit: 'send',
    errors: [
      'PIN_NEEDED',
      'PIN_NOT_SET',
      'WRONG_PIN',
      'PIN_LOCKED',
      'BAD_WALLET_ADDRESS',
      'WALLET_NOT_FOUND',
      'OWN_ADDRESS',
      'NOT_ENOUGH_COINS',
      'SEND_LIMIT',
      'WAITING_PERIOD',
      'OWES_COINS',
    ],
    hasKey: true,
    body: SendBody,
    reply: SendReceipt,
  },
  'GET /user/transactions': {
    summary: 'Own sends in both directions, newest first; X-Next-Cursor continues',
    query: TransactionsQuery,
    reply: z.array(Transaction),
  },
  'GET /user/statement': {
    summary: 'All changes of the own wallet as CSV, for days of Africa/Lagos',
    limit: 'statement',
    query: StatementQuery,
    reply: csvReply,
  },
});
