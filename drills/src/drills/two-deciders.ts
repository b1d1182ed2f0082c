import { setTimeout as pause } from 'node:timers/promises';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { Operator } from '@copup/testkit/players.ts';
import { requestPayout, setPin } from '@copup/testkit/wallet-player.ts';
import type { Drill } from '../drill.ts';
import { operator } from '../scenario.ts';

const second = 'second@drills.test';
const players = 12;
const amount = 100;

export const twoDeciders: Drill = {
  name: 'two-deciders',
  fault: 'two operators approve and reject the same payouts at the same time, each on a server of their own',
  holds: 'I1 I2 I4 I8; one decision takes effect, the other operator is refused',
  run: ({ play, random }) =>
    play({
      env: { ADMIN_EMAIL: `${operator.email},${second}` },
      spares: players,
      auctionMs: 9_000,
      fault: async ({ admin, servers, spares, realm, announce, addViolation }) => {
        const [one, two] = servers;
        if (!one || !two) throw new Error('a server is missing');
        const other = await Operator.signIn(two.url, second, operator.password);
        for (const spare of spares) {
          await setPin(one.url, spare);
          await requestPayout(spare, amount);
        }
        const listed = () => admin.call<AdminPayout[]>('GET', `/admin/payouts?realm=${realm}&perPage=100`);
        const payouts = await listed();
        announce(`two operators decide ${payouts.length} payouts`);
        for (const { id } of payouts) {
          // Keeps the operators below the limit of their calls.
          await pause(150);
          const approve = () => admin.call<AdminPayout>('POST', `/admin/payouts/${id}/approve`);
          const reject = () =>
            other.call<AdminPayout>('POST', `/admin/payouts/${id}/reject`, { reason: 'a drill' });
          const orders = random.next() < 0.5 ? [approve(), reject()] : [reject(), approve()];
          const settled = await Promise.allSettled(orders);
          const done = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value.status : []));
          const refused = settled.flatMap((each) => (each.status === 'rejected' ? String(each.reason) : []));
          if (done.length !== 1)
            addViolation(`payout ${id} was decided ${done.length} times: ${refused.join('; ')}`);
          if (refused.some((text) => !text.includes('WRONG_STATUS')))
            addViolation(`payout ${id} was refused with ${refused.join('; ')}`);
          const now = (await listed()).find((payout) => payout.id === id)?.status;
          if (now !== done[0]) addViolation(`payout ${id} is ${now}, the decision was ${done[0]}`);
        }
        if (payouts.length !== players)
          addViolation(`${payouts.length} of ${players} payouts were requested`);
      },
    }),
};
