import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { BetWorld } from './bet-world.ts';
import type { PlayWorld } from './play-world.ts';
import { type Command, commandOf } from './player-commands.ts';
import { subjectSamples } from './subject-samples.ts';
import { newTask, toDataUrl } from './task-world.ts';
import { newPicture, TradeWorld } from './trade-world.ts';

/** A command of an operator, with a change of its body that makes it another command. */
export type OperatorCommand = Command & { change?: object | undefined };

const reason = { reason: 'A test' };
const other = { reason: 'Another reason' };
let references = 0;
const bankReference = () => {
  references += 1;
  return { bank_reference: `FT-${references}` };
};

/** Prepares one command for each call of operators that moves coins, each by an operator of its own (O3a). */
export async function createOperatorCommands(world: PlayWorld): Promise<OperatorCommand[]> {
  const { server } = world;
  const anOperator = () => server.signIn({ role: 1 });
  const commands: OperatorCommand[] = [];
  const add = async (name: string, ids: readonly unknown[] = [], body?: object, change?: object) => {
    commands.push({ ...commandOf(await anOperator(), `POST /api/admin/${name}`, ids, body), change });
  };

  const starts_at = world.iso(600_000);
  for (const { plural, changes, enter, enterBody, ...sample } of subjectSamples) {
    const body = sample.body(world.iso);
    const create = async (over: object = {}): Promise<number> =>
      accepted(await (await anOperator()).post(`/admin/${plural}`, { ...body, ...over })).id;
    await add(plural, [], body, changes[0]);
    const [edited, cancelled] = [await create({ starts_at }), await create()];
    const name = `PUT /api/admin/${plural}/{id}`;
    commands.push({ ...commandOf(await anOperator(), name, [edited], changes[0]), change: changes[1] });
    const { body: before } = await world.operator.get(`/admin/${plural}/${edited}`);
    const later = { end_date: world.iso(9_000_000), seen_end_date: before.end_date, ...reason };
    await add(`${plural}/{id}/extend`, [edited], later, { ...later, ...other });
    accepted(await commandOf(await world.player(), enter, [cancelled], enterBody?.(cancelled)).send());
    await add(`${plural}/{id}/cancel`, [cancelled], reason, other);
    await add(`${plural}/{id}/reopen`, [await create()], { copy: body, ...reason }, { copy: body, ...other });
  }

  const fund = { bid_points: 1_000, ...reason };
  await add('rewards/fund', [], fund, { bid_points: 2_000 });
  for (const decision of ['approve', 'reject']) {
    const { approval_id: id } = accepted(await (await anOperator()).post('/admin/rewards/fund', fund));
    await add(`approvals/{id}/${decision}`, [id]);
  }
  await add(
    'users/{id}/adjust',
    [(await world.player()).user.id],
    { bid_points: 10, ...reason },
    { bid_points: 20 },
  );
  await add('load-tests', [], { users: 2, bid_points: 10 }, { users: 3 });

  const bets = new BetWorld(server, world.operator);
  const [played, corrected, ahead] = [await bets.fixture(), await bets.fixture(), await bets.fixture()];
  await add('bets/{id}/cancel', [(await bets.pending(ahead)).id], reason, other);
  for (const fixture of [played, corrected]) {
    await bets.active(fixture);
    await bets.kickOff(fixture);
  }
  await bets.result(corrected, 'team_a', await anOperator());
  await add('fixtures/{id}/result', [played.id], { result: 'team_a' }, { result: 'team_b' });
  await add('fixtures/{id}/correct', [corrected.id], { result: 'team_b', ...reason }, { result: 'draw' });

  await addPayments(world, add);
  const trades = new TradeWorld(server, world.operator);
  const trader = await trades.trader();
  await add('traders/{id}/stock', [trader], { bid_points: 10, ...reason }, { bid_points: 20 });
  for (const [decision, body] of [
    ['approve', bankReference()],
    ['reject', reason],
  ] as const) {
    const { trade } = accepted(await trades.buy(await world.player(), trader));
    await add(`trades/{id}/${decision}`, [trade.id], body, body === reason ? other : bankReference());
  }
  await addPayouts(world, add);
  await addStatementLines(world, add);
  await addTaskUploads(world, add);
  await addOrders(world, add);
  const [auction] = accepted(await world.operator.get('/admin/auctions?perPage=1'));
  const rehearsed = { kind: 'auction', subject_id: auction.id, players: 20 };
  // Last, for its players move coins within seconds.
  await add('dry-runs', [], rehearsed, { ...rehearsed, players: 21 });
  return commands;
}

type Add = (name: string, ids?: readonly unknown[], body?: object, change?: object) => Promise<void>;

async function addPayments(world: PlayWorld, add: Add): Promise<void> {
  const arrived = { amount: 1_500, sender: 'Ada Obi, GTB', arrived_at: world.iso(0) };
  const announced = { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' };
  const announce = async (player: SignedInClient): Promise<number> =>
    accepted(await player.post('/manualPayment/manual-payment', announced)).id;
  const id = await announce(await world.player());
  await add('payments/{id}/approve', [id], bankReference(), bankReference());
  await add('payments/{id}/reject', [await announce(await world.player())], reason, other);
  const recorded = { ...arrived, ...bankReference() };
  await add('payments/{id}/record', [await announce(await world.player())], recorded, {
    ...recorded,
    amount: 1_600,
  });
  const buyer = await world.player();
  const short = await announce(buyer);
  accepted(await world.operator.post(`/admin/payments/${short}/record`, { ...arrived, ...bankReference() }));
  accepted(await buyer.post(`/manualPayment/${short}/choice`, { choice: 'back' }));
  await add('payments/{id}/return', [short], bankReference(), bankReference());
}

async function addStatementLines(world: PlayWorld, add: Add): Promise<void> {
  const announced = { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' };
  const day = world.iso(0).slice(0, 10);
  /** Imports the line of a payment that waits; returns the number of the line and the body that confirms it. */
  const imported = async () => {
    const { id, reference } = accepted(
      await (await world.player()).post('/manualPayment/manual-payment', announced),
    );
    const form = new FormData();
    form.set('bank', 'GTBank');
    form.set(
      'file',
      new Blob([`Date,Amount,Narration,Reference\n${day},2000,${reference},FT-S${id}`]),
      'a.csv',
    );
    accepted(await world.operator.post('/admin/reconciliation/import', form));
    const [{ id: lineId }] = accepted(await world.operator.get(`/admin/statement-lines?q=${reference}`));
    return { lineId, body: { kind: 'payment', record_id: id } };
  };
  const { lineId, body } = await imported();
  await add('statement-lines/{id}/confirm', [lineId], body, { ...body, kind: 'payout' });
  const { lineId: exact } = await imported();
  await add('statement-lines/confirm-exact', [], { line_ids: [exact] });
}

async function addPayouts(world: PlayWorld, add: Add): Promise<void> {
  const account = { account_name: 'Adaeze Okonkwo', account_number: '0123456789', bank_name: 'gtb' };
  const requested = async (...decisions: string[]): Promise<number> => {
    const player = await world.player();
    await givePin(world.server.deps, player.user.id, '0417');
    const body = { ...account, bid_points: 20, pin: '0417' };
    const { id } = accepted(await player.post('/tradeConfirm/payout', body)).payout;
    for (const decision of decisions)
      accepted(await world.operator.post(`/admin/payouts/${id}/${decision}`, undefined));
    return id;
  };
  await add('payouts/{id}/approve', [await requested()]);
  await add('payouts/{id}/reject', [await requested()], reason, other);
  await add('payouts/{id}/return', [await requested('approve')], reason, other);
  await add('payouts/{id}/pay', [await requested('approve')], bankReference(), bankReference());
  const ids = [await requested('approve'), await requested('approve')];
  await add('payouts/pay', [], { ids, ...bankReference() }, { ids: [1] });
}

async function addTaskUploads(world: PlayWorld, add: Add): Promise<void> {
  const { id: task } = accepted(await world.operator.post('/admin/tasks', newTask()));
  const upload = async (): Promise<number> => {
    const player = await world.player();
    accepted(await player.post(`/task/tasks/${task}/upload`, { screenshot: toDataUrl(await newPicture()) }));
    const [row] = await world.query<{ id: number }>('SELECT id FROM task_uploads WHERE user_id = $1', [
      player.user.id,
    ]);
    return row?.id ?? 0;
  };
  await add('task-uploads/{id}/approve', [await upload()], {});
  await add('task-uploads/{id}/reject', [await upload()], reason, other);
  await add('task-uploads/approve', [], { ids: [await upload(), await upload()] }, { ids: [1] });
  await add('task-uploads/reject', [], { ids: [await upload(), await upload()], ...reason }, other);
}

async function addOrders(world: PlayWorld, add: Add): Promise<void> {
  const details = {
    address: '12 Allen Avenue, Ikeja',
    accountName: 'Ada Obi',
    accountNumber: '0123456789',
    contactInfo: '08031234567',
  };
  const ordered = async (): Promise<number> => {
    const player: SignedInClient = await world.player();
    const id = await world.entered(player);
    accepted(await world.bid(player, id));
    await world.closeAuction(id);
    return accepted(await player.post('/cart/checkout', details)).order_ids[0];
  };
  await add('orders/{id}/refund', [await ordered()], reason, other);
  const parcel = { carrier: 'GIG Logistics', tracking: 'GIG 4471 902' };
  await add('orders/{id}/ship', [await ordered()], parcel, { tracking: 'GIG 1' });
  const winner = await world.player();
  const { id } = await world.create({
    category: 'product',
    prize: 5_000,
    prize_name: 'One kettle',
    minimum_users: 1,
  });
  accepted(await world.buy(winner, id));
  await world.passAndSweep(id, 'starts_at');
  accepted(await winner.post(`/hurt/submitAnswer/${id}`, { answer: 'golden key' }));
  await world.passAndSweep(id, 'end_date');
  const heistOrder = accepted(await winner.post('/hurt/checkout', { address: '12 Allen Avenue' }))
    .order_ids[0];
  await add('heist-orders/{id}/refund', [heistOrder], reason, other);
}
