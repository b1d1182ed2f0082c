import type { Message } from '@copup/shared/wire.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../lib/calls.ts';
import { useSession } from '../lib/session.ts';
import { readStored, removeStored, writeStored } from '../lib/stored.ts';
import { tellWorker } from '../lib/tell-worker.ts';
import { isThrifty } from '../lib/thrift.ts';

/** `home-screen`: an iPhone or iPad on which the app must be on the home screen first. `none`: the browser has no push. */
export type PushAbility = NotificationPermission | 'home-screen' | 'none';

export function pushAbility(): PushAbility {
  if ('PushManager' in window && 'Notification' in window) return Notification.permission;
  // iPads present themselves as Macs, which have no touch screen.
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'home-screen' : 'none';
}

/** Follows the browser's settings when the page becomes visible again. */
export const usePushAbility = (): PushAbility => useSyncExternalStore(onReturn, pushAbility);

function onReturn(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** That the signed-in user wants messages here, also after a sign-out, which ends the subscription. */
const wish = () => `push.${useSession.getState().user?.id}`;
export const isWanted = () => readStored(wish()) !== null;

export const offText = 'Messages could not be turned on here. Please try again later.';

/** Asks for the permission, which the browser allows only after a press. Returns whether the user gave it. */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe();
  writeStored(wish(), 'on');
  return true;
}

/** Removes a device; if it is this one, the browser's subscription ends too. */
export async function removeDevice(id: string, isThis: boolean): Promise<Message> {
  const reply = await call('DELETE /user/push/devices/:id', { params: { id } });
  if (isThis) {
    removeStored(wish());
    tellWorker({ hasLeft: true });
  }
  return reply;
}

/** Repeated at each start: the browser or the server may have ended the subscription. */
export async function renewDevice(): Promise<void> {
  if (pushAbility() === 'granted' && isWanted()) await subscribe();
}

async function subscribe(): Promise<void> {
  const { push_key: key } = await call('GET /config');
  if (key === null) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active, pushManager } = await navigator.serviceWorker.ready;
  const add = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  // Refused while there is one for another key: operators have replaced the key.
  const subscription = await add().catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return add();
  });
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call('POST /user/push/devices', { body: { endpoint, keys: { p256dh, auth } } });
  tellWorker({ device: { endpoint, key, savesData: isThrifty() } }, active);
}
