import { defineCalls } from '../call.ts';
import {
  CardPaymentState,
  PayOptions,
  PayParams,
  PayStartBody,
  PayStartReply,
  PayWebhookBody,
} from '../shop.ts';
import { Message } from '../wire.ts';

/** Checkouts by card (W5, W15). Only the provider's signed webhook credits coins. */
export const cardPaymentsCalls = defineCalls('card payments', {
  'GET /pay/options': {
    summary: 'Whether card payments are configured',
    access: 'public',
    reply: PayOptions,
  },
  'POST /pay/start': {
    summary: "Starts a checkout of a package; the reply is for the provider's script. Nothing is charged",
    limit: 'payment',
    errors: ['CARD_NOT_CONFIGURED', 'PACKAGE_NOT_FOUND'],
    body: PayStartBody,
    reply: PayStartReply,
  },
  'GET /pay/:txRef': {
    summary: 'The state of an own checkout',
    errors: ['PAYMENT_NOT_FOUND'],
    params: PayParams,
    reply: CardPaymentState,
  },
});

/** The provider's events. */
export const payWebhookCalls = defineCalls('card payments', {
  'POST /pay/webhook': {
    summary: "The card provider's events, signed with the header verif-hash; repeated events change nothing",
    access: 'public',
    limit: 'webhook',
    errors: ['CARD_NOT_CONFIGURED', 'WRONG_SIGNATURE'],
    body: PayWebhookBody,
    reply: Message,
  },
});
