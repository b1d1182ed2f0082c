import type { SendingState } from '@copup/shared/payouts.ts';
import { eq } from '../../db/drizzle.ts';
import { fewEntries } from '../../operators/item-sources.ts';
import type { SourceEntry } from '../../operators/item-timeline.ts';
import { payoutSendings } from './payouts.tables.ts';

const texts: Record<Exclude<SendingState, 'asked'>, string> = {
  accepted: 'The provider accepted the transfer',
  unclear: 'The provider does not know what became of the transfer',
  refused: 'The provider sent nothing',
  paid: 'The provider paid it',
  failed: 'The transfer failed',
};

/** What the provider did with a payout (W19). */
export const sendingSource = fewEntries('provider', async ({ orm }, id) => {
  const isIt = eq(payoutSendings.payoutId, Number(id));
  const [row] = await orm.select().from(payoutSendings).where(isIt);
  if (!row) return [];
  const { state, startedAt, changedAt, reference, message, contradiction } = row;
  const asked = {
    key: 'asked',
    at: startedAt,
    kind: 'asked',
    text: 'The provider was asked to send it',
    detail: reference,
  };
  if (state === 'asked') return [asked];
  const isWrong = contradiction !== null || state === 'unclear';
  const outcome: SourceEntry = {
    ...{ key: 'outcome', at: changedAt, kind: state, text: texts[state], detail: contradiction ?? message },
    tone: isWrong ? 'warn' : 'plain',
  };
  return [asked, outcome];
});
