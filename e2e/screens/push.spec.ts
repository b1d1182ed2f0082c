import { paths } from '@copup/shared/page-paths.ts';
import { type PushSettings, pushKinds } from '@copup/shared/push.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { ngozi } from './staged-page.ts';

const stage = new Stage();
const deviceOf = (nth: number, device: string | null, is_current = false) => ({
  id: `01890a5d-ac96-774b-bcce-b302099a800${nth}`,
  device,
  created_at: new Date(Date.now() - nth * 86_400_000).toISOString(),
  is_current,
});
const settings: PushSettings = {
  public_key: 'key',
  kinds: pushKinds.map((kind) => ({ kind, enabled: kind !== 'lost', locked: kind === 'security' })),
  shows_amounts: false,
  quiet_hours: { is_on: true, from: '22:00', until: '07:00' },
  devices: [
    deviceOf(1, 'Chrome on Android', true),
    deviceOf(2, 'Samsung Internet for Android'),
    deviceOf(3, null),
  ],
};
const none = { ...settings, devices: [] };

/** The browser's permission, or an iPhone outside of the home screen, or a browser without push. */
type Phone = NotificationPermission | 'iphone' | 'none';

async function open(phone: Phone, json: PushSettings = none) {
  const { staged, page } = await stage.open(ngozi);
  staged.answer('/user/push', { json });
  await page.addInitScript((kind) => {
    Object.defineProperty(Notification, 'permission', { get: () => kind });
    if (kind !== 'iphone' && kind !== 'none') return;
    Object.defineProperty(window, 'PushManager', { value: undefined });
    Reflect.deleteProperty(window, 'PushManager');
    if (kind === 'none') return;
    Object.defineProperty(navigator, 'userAgent', {
      value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
  }, phone);
  await page.goto(paths.pushSettings);
  return { staged, page };
}

describe('/notifications/settings', () => {
  it('W23 switches kinds, amounts and quiet hours at once, and tests and removes devices', async () => {
    const { staged, page } = await open('granted', settings);
    await page.getByText('On for this device').waitFor();
    await look(page, 'push-settings', { fullPage: true });
    expect(await page.getByRole('switch', { name: /^Sign-in/ }).isDisabled()).toBe(true);
    const sentBy = async (change: () => Promise<void>, reply: PushSettings) => {
      // Until the reply: the next one must not answer this call.
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
      staged.answer('/user/push', { json: reply });
      await change();
      return (await answered).request().postDataJSON();
    };
    const lost = page.getByRole('switch', { name: 'Lost' });
    const withLost = { ...settings, kinds: settings.kinds.map((each) => ({ ...each, enabled: true })) };
    expect(await sentBy(() => lost.click(), withLost)).toEqual({ kinds: [{ kind: 'lost', enabled: true }] });
    await until(async () => expect(await lost.isChecked()).toBe(true));
    const amounts = page.getByRole('switch', { name: 'Show amounts' });
    expect(await sentBy(() => amounts.click(), { ...withLost, shows_amounts: true })).toEqual({
      shows_amounts: true,
    });
    const later = { is_on: true, from: '22:00', until: '08:30' };
    const setUntil = async () => {
      await page.getByLabel('Until', { exact: true }).fill('08:30');
      await page.getByLabel('Until', { exact: true }).blur();
    };
    expect(await sentBy(setUntil, { ...withLost, shows_amounts: true, quiet_hours: later })).toEqual({
      quiet_hours: later,
    });
    await page.getByText('10:00 pm to 8:30 am').waitFor();

    const [, other] = settings.devices;
    staged.answer(`/user/push/devices/${other?.id}/test`, { json: { message: 'A message is on its way' } });
    await page.getByRole('button', { name: 'Send a test to Samsung' }).click();
    await page.getByText('A message is on its way').waitFor();
    staged.answer(`/user/push/devices/${other?.id}`, {
      json: { message: 'This device receives no more messages' },
    });
    staged.answer('/user/push', { json: { ...settings, devices: settings.devices.slice(0, 1) } });
    await page.getByRole('button', { name: 'Remove Samsung' }).click();
    await until(async () => expect(await page.getByRole('listitem').count()).toBe(1));
  });

  it.each([
    ['push-off-here', 'default', none, 'Off for this device'],
    ['push-denied', 'denied', none, 'Your browser blocks our messages'],
    ['push-iphone', 'iphone', none, 'First put Copup on your home screen'],
    ['push-none', 'none', none, 'This browser can’t receive messages'],
    ['push-no-server', 'default', { ...none, public_key: null }, 'Messages are off on this server'],
  ] as [string, Phone, PushSettings, string][])(
    'W23 %s says why, and the way there',
    { tags: ['full'] },
    async (name, phone, json, text) => {
      const { page } = await open(phone, json);
      await page.getByText(text).waitFor();
      expect(await page.getByRole('button', { name: 'Turn on' }).count()).toBe(
        name === 'push-off-here' ? 1 : 0,
      );
      await look(page, name);
    },
  );

  it('W23 offline the settings are shown, and cannot be changed', { tags: ['full'] }, async () => {
    const { staged, page } = await open('granted', settings);
    await page.getByText('On for this device').waitFor();
    await staged.visitor.context.setOffline(true);
    await page.getByText('You can change this when you’re back online.').waitFor();
    expect(await page.getByRole('switch', { name: 'Outbid' }).isDisabled()).toBe(true);
    await look(page, 'push-offline');
  });

  it.each([
    ['push-error', { status: 500 }, 'Try again'],
    ['push-loading', 'never', 'Loading settings...'],
  ] as const)('%s', { tags: ['full'] }, async (name, answer, text) => {
    const { staged, page } = await stage.open(ngozi);
    staged.answer('/user/push', answer);
    await page.goto(paths.pushSettings);
    await page.getByText(text).first().waitFor();
    await look(page, name);
  });
});
