import type { TradeStatus } from '@copup/shared/trades.ts';
import { Refusal } from '../../errors.ts';

export const traderNotFound = () => new Refusal('TRADER_NOT_FOUND', 'Trader not found.');
export const tradeNotFound = () => new Refusal('TRADE_NOT_FOUND', 'Trade not found.');
export const wrongTradeStatus = (status: TradeStatus) =>
  new Refusal(
    'WRONG_STATUS',
    status === 'reserved' ? 'The buyer has not proved a payment yet.' : `This trade is already ${status}.`,
    { details: { status } },
  );
export const tradeExpired = () =>
  new Refusal('TRADE_EXPIRED', 'The reservation of this trade has expired. Its coins return to the trader.');
export const tradeWait = (until: Date) =>
  new Refusal('TRADE_WAIT', 'Two of your reservations expired without a proof. Reserve again later.', {
    details: { until: until.toISOString() },
  });
export const disputeClosed = () => new Refusal('DISPUTE_CLOSED', 'This trade can no longer be disputed.');
export const tradeOpen = (tradeId: number) =>
  new Refusal('TRADE_OPEN', 'You have an open trade. Wait until it is decided.', {
    details: { trade_id: tradeId },
  });
export const screenshotUsed = (cause?: unknown) =>
  new Refusal(
    'SCREENSHOT_USED',
    'This screenshot was used for a trade before. Upload the one of this payment.',
    {
      cause,
    },
  );
export const screenshotMissing = () =>
  new Refusal('VALIDATION_FAILED', 'Please upload a screenshot before proceeding.', {
    issues: [{ path: 'screenshot', message: 'is required' }],
  });
