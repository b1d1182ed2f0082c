import { defineCalls } from '../call.ts';
import { ReceiptBody, ReceiptLink, ReceiptParams, ReceiptQuery, ReceiptRead } from '../receipts.ts';
import { Message } from '../wire.ts';

/** Public receipts of a player's own items (W22). */
export const receiptCalls = defineCalls('receipts', {
  'POST /receipts': {
    summary: 'Shares the receipt of an own item; again, returns the same link',
    access: 'player',
    movesCoins: false,
    errors: ['RECEIPT_NOT_FOUND'],
    body: ReceiptBody,
    reply: ReceiptLink,
  },
  'DELETE /receipts/:code': {
    summary: 'Ends the sharing of a receipt',
    access: 'player',
    movesCoins: false,
    errors: ['RECEIPT_NOT_FOUND'],
    params: ReceiptParams,
    reply: Message,
  },
  'GET /receipts/:code': {
    summary: 'A shared receipt, signed as of now',
    access: 'public',
    limit: 'visit',
    errors: ['RECEIPT_NOT_FOUND', 'RECEIPT_ENDED'],
    params: ReceiptParams,
    query: ReceiptQuery,
    reply: ReceiptRead,
  },
});
