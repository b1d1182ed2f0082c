import { pushAdminCalls, pushCalls, pushReceiptCalls } from '@copup/shared/calls/push.ts';
import { switchedPushKinds } from '@copup/shared/push.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { pushSwitchOf } from '../../settings/definitions.ts';
import { countReceipt, listPushDays, listPushServices } from './push-figures.ts';
import { readPushSettings, writePushSettings } from './push-settings.ts';
import { queueTest, renew, subscribe, unsubscribe } from './subscriptions.ts';

/** What the signed-in user receives, and on which devices (W23). */
export const pushRoutes = (deps: Pick<Deps, 'clock' | 'config' | 'db' | 'jobs' | 'newId' | 'settings'>) =>
  routes(pushCalls, {
    'GET /user/push': ({ viewer }) => readPushSettings(deps, viewer),

    'PUT /user/push': async ({ viewer, body }) => {
      await writePushSettings(deps, viewer, body);
      return readPushSettings(deps, viewer);
    },

    'POST /user/push/devices': async ({ viewer, body }) => ({ id: await subscribe(deps, viewer, body) }),

    'DELETE /user/push/devices/:id': async ({ viewer, params }) => {
      await unsubscribe(deps.db, viewer, params.id);
      return { message: 'This device receives no more messages' };
    },

    'POST /user/push/devices/:id/test': async ({ viewer, params }) => {
      await queueTest(deps, viewer, params.id);
      return { message: 'A message is on its way' };
    },
  });

export const pushReceiptRoutes = ({ clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>) =>
  routes(pushReceiptCalls, {
    'POST /push/receipts': async ({ body: { id, event } }) => {
      await countReceipt(db, new Date(clock.wallMs()), id, event);
      return { message: 'Thank you' };
    },

    'POST /push/renewals': async ({ body: { endpoint, subscription } }) => {
      await renew({ config, db }, endpoint, subscription);
      return { message: 'Thank you' };
    },
  });

export const pushAdminRoutes = ({
  clock,
  config,
  db,
  settings,
}: Pick<Deps, 'clock' | 'config' | 'db' | 'settings'>) =>
  routes(pushAdminCalls, {
    'GET /admin/push': async () => ({
      is_on: config.push !== undefined,
      switches: switchedPushKinds.map((kind) => {
        const setting = pushSwitchOf(kind);
        return { kind, setting, is_on: settings.get(setting) };
      }),
      services: await listPushServices(db),
    }),

    'GET /admin/push/days': ({ query }) => listPushDays(db, new Date(clock.wallMs()), query.days),
  });
