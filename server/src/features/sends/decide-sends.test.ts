import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { decideSends, type RequestedSend, type SendCommand } from './decide-sends.ts';
import type { RecipientFacts, SenderFacts } from './sends.queries.ts';

const now = new Date('2026-01-01T12:00:00Z');
const rules = { now, chargePercent: 1, maximum: 500, maximumPerDay: 600, waitHours: 24, waitMaximum: 50 };
const senderOf = (id: string, over: Partial<SenderFacts> = {}): SenderFacts => ({
  ...{ id, username: id, role: 0, credentialsChangedAt: null, owed: 0, sentToday: 0, sentSinceChange: 0 },
  ...over,
});
const recipientOf = (id: string, over: Partial<RecipientFacts> = {}): RecipientFacts => ({
  ...{ id, realm: 0, username: id, fullName: 'Ada Obi', profile: null, walletAddress: `wallet-${id}` },
  isDeleted: false,
  ...over,
});

let count = 0;
function sendOf(senderId: string, recipientId: string, amount: number, over: Partial<RequestedSend> = {}) {
  count += 1;
  const command: SendCommand = {
    ...{ id: `send-${count}`, realm: 0, senderId, recipientId, amount },
    key: undefined,
    inputHash: Buffer.from(`${recipientId} ${amount}`),
  };
  return { command, isTooLate: false, stored: undefined, ...over };
}
const keyed = (key: string, send: RequestedSend): RequestedSend => ({
  ...send,
  command: { ...send.command, key },
});

/** Decides the sends; each user has 100 available and 5 bonus coins. Returns [amount, available] or the code of each. */
function decide(
  requested: RequestedSend[],
  senders: Partial<Record<string, Partial<SenderFacts>>> = {},
  recipients: Partial<Record<string, Partial<RecipientFacts>>> = {},
) {
  const ids = ['ada', 'ben', 'cyd'];
  const facts = {
    senders: new Map(ids.map((id) => [id, senderOf(id, senders[id])])),
    recipients: new Map(ids.map((id) => [id, recipientOf(id, recipients[id])])),
    wallets: new Map(ids.map((id) => [id, { available: 100, bonus: 5 }])),
  };
  const decided = decideSends(requested, facts, rules);
  const answers = decided.answers.map((answer) =>
    answer instanceof Refusal ? answer.code : [answer.amount, answer.available_points],
  );
  return { answers, accepted: decided.accepted.map(({ row }) => row.id), receipts: decided.answers };
}

describe('a batch of sends', () => {
  it('W1 decides each with the coins that those before it leave, received ones included', () => {
    const batch = [
      sendOf('ada', 'ben', 99),
      sendOf('ada', 'ben', 1),
      sendOf('ben', 'cyd', 150),
      sendOf('ben', 'ada', 47),
      sendOf('ben', 'ada', 46),
    ];
    expect(decide(batch).answers).toEqual([
      [99, 0],
      'NOT_ENOUGH_COINS',
      [150, 47],
      'NOT_ENOUGH_COINS',
      [46, 0],
    ]);
  });

  it('L6 needs available coins; the receipt has both balances', () => {
    const { receipts } = decide([sendOf('ada', 'ben', 99), sendOf('cyd', 'ben', 100)]);
    expect(receipts[0]).toMatchObject({ charge: 1, bid_points: 5, available_points: 0 });
    expect(receipts[1]).toMatchObject({ code: 'NOT_ENOUGH_COINS', details: { needed: 101 } });
  });

  it('P6 returns the first reply to a key, in the batch and from before, and refuses it for another input', () => {
    const first = sendOf('ada', 'ben', 10);
    const stored = { inputHash: Buffer.from('ben 7'), reply: { amount: 7, available_points: 1 } as never };
    const decided = decide([
      keyed('k', first),
      keyed('k', sendOf('ada', 'ben', 10)),
      keyed('k', sendOf('ada', 'ben', 11)),
      keyed('k', sendOf('cyd', 'ben', 10)),
      keyed('old', sendOf('ada', 'ben', 7, { stored })),
      sendOf('ada', 'ben', 10),
      sendOf('ada', 'ben', 10),
    ]);
    expect(decided.answers).toEqual([
      [10, 89],
      [10, 89],
      'IDEMPOTENCY_KEY_REUSED',
      [10, 89],
      [7, 1],
      [10, 78],
      [10, 67],
    ]);
    expect(decided.accepted).toHaveLength(4);
  });

  it('A11 refuses a send after its deadline, also with a known key', () => {
    const late = keyed('k', sendOf('ada', 'ben', 10, { isTooLate: true }));
    expect(decide([late])).toMatchObject({ answers: ['DEADLINE_PASSED'], accepted: [] });
  });

  it('L8 S7 finds no wallet of another realm, of a deleted user and of an unknown one', () => {
    const batch = [sendOf('ada', 'ben', 1), sendOf('ada', 'cyd', 1), sendOf('ada', 'dayo', 1)];
    const found = decide(batch, {}, { ben: { realm: 1 }, cyd: { isDeleted: true } });
    expect(found.answers).toEqual(['WALLET_NOT_FOUND', 'WALLET_NOT_FOUND', 'WALLET_NOT_FOUND']);
  });

  it('W5 W10 refuses operators, debtors and amounts above the maximum', () => {
    const batch = [sendOf('ada', 'ben', 1), sendOf('ben', 'cyd', 1), sendOf('cyd', 'ada', 501)];
    const { answers } = decide(batch, { ada: { role: 1 }, ben: { owed: 1 } });
    expect(answers).toEqual(['OPERATORS_CANNOT_PLAY', 'OWES_COINS', 'SEND_LIMIT']);
  });

  it('W10 counts the batch in the sum of a day, exactly to its end', () => {
    const batch = [
      sendOf('ada', 'ben', 6),
      sendOf('ada', 'ben', 5),
      sendOf('ada', 'ben', 4),
      sendOf('ada', 'ben', 1),
    ];
    const { answers, receipts } = decide(batch, { ada: { sentToday: 590 } });
    expect(answers).toEqual([[6, 93], 'SEND_LIMIT', [4, 88], 'SEND_LIMIT']);
    expect(receipts[1]).toMatchObject({ details: { left: 4 } });
  });

  it('S6 counts the batch in the sum of a waiting period, which ends after its hours', () => {
    const batch = [sendOf('ada', 'ben', 10), sendOf('ada', 'ben', 11), sendOf('ada', 'ben', 10)];
    const since = (hours: number) => ({
      ada: { credentialsChangedAt: new Date(now.getTime() - hours * 3_600_000), sentSinceChange: 30 },
    });
    expect(decide(batch, since(23)).answers).toEqual([[10, 89], 'WAITING_PERIOD', [10, 78]]);
    expect(decide(batch, since(24)).answers).toEqual([
      [10, 89],
      [11, 77],
      [10, 66],
    ]);
  });
});
