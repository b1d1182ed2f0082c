import { paths } from '@copup/shared/page-paths.ts';
import {
  mutableKinds,
  type Notification,
  type NotificationKind,
  notificationKinds,
} from '@copup/shared/users.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, ngozi } from './staged-page.ts';

const stage = new Stage();
const wallet = { available: 14_820, held: 35, bonus: 200, unread: 3 };
const hourMs = 3_600_000;

function noticeOf(nth: number, kind: NotificationKind, read: boolean, details: Notification['details']) {
  return {
    // Newer notices have higher ids.
    id: `01890a5d-ac96-774b-bcce-b302099a80${String(50 - nth).padStart(2, '0')}`,
    kind,
    subject_kind: 'auction',
    subject_id: '1001',
    details,
    read,
    needs_you: !read && ['outbid', 'payout'].includes(kind),
    // The first is of this minute, so that it is of today at any time of day.
    created_at: new Date(Date.now() - Math.max(0, nth - 1) * 7 * hourMs).toISOString(),
  } satisfies Notification;
}
const items = [
  noticeOf(1, 'outbid', false, { name: longName, price: 1_284_550 }),
  noticeOf(2, 'payout', false, { amount: 2_500, status: 'rejected', reason: 'The name differs.' }),
  noticeOf(3, 'received', false, { name: 'tunde_ibadan', amount: 1_000 }),
  noticeOf(4, 'won', true, { name: 'Tokunbo generator' }),
  noticeOf(5, 'lost', true, { name: 'Pressing iron' }),
  noticeOf(6, 'refunded', true, { name: 'Ọ̀já rice voucher', amount: 1_284_550 }),
  noticeOf(7, 'payment', true, { amount: 500, status: 'approved' }),
  noticeOf(8, 'order', true, { name: 'Tokunbo generator', status: 'shipped' }),
  noticeOf(9, 'security', true, { what: 'Your PIN' }),
];
const page = (list: Notification[], unread = 3) => ({ json: { items: list, unread, next: null } });
const rows = () => stage.page.getByRole('main').getByRole('listitem');

describe('/notifications', () => {
  it('W6 the bell opens the inbox; unread ones are marked, and it does not move while it is read', async () => {
    const { staged } = await stage.reuse(ngozi, wallet);
    staged.answer('/user/notifications', page(items));
    await stage.show(paths.dashboard);
    await stage.page.getByRole('link', { name: 'Notifications, 3 unread' }).click();
    await until(async () => expect(await rows().count()).toBe(9));
    await stage.page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await stage.page.getByText('Unread: ').count()).toBe(3);
    await stage.page.getByRole('link', { name: 'Bid again' }).waitFor();
    await stage.page.getByText('Needs you 2', { exact: true }).waitFor();
    await look(stage.page, 'notifications', { fullPage: true });

    // Another tab read one, and two new ones arrived: the rows stay where they are.
    const newer = [
      noticeOf(-1, 'credited', false, { amount: 5 }),
      noticeOf(0, 'won', false, { name: 'Radio' }),
    ];
    const read = items.map((item, nth) => (nth === 0 ? { ...item, read: true } : item));
    staged.answer('/user/notifications', page([...newer, ...read], 4));
    staged.socket.set(`user:${ngozi.id}`, { ...wallet, task: 0, unread: 4 });
    const more = stage.page.getByRole('button', { name: '2 new notifications' });
    await more.waitFor();
    await until(async () => expect(await stage.page.getByText('Unread: ').count()).toBe(2));
    expect(await rows().first().textContent()).toContain('outbid');
    await more.click();
    await until(async () => expect(await rows().first().textContent()).toContain('5 coins were added'));

    const asked = stage.page.waitForRequest((request) => request.url().includes('needs=true'));
    staged.answer('/user/notifications', page(items.slice(1, 2)));
    await stage.page.getByLabel('Needs you').check();
    await asked;
    await until(async () => expect(await rows().count()).toBe(1));
    const again = stage.page.getByRole('link', { name: 'Payout to another account' });
    expect(await again.getAttribute('href')).toBe(paths.payout);
    expect(await rows().first().textContent()).toMatch(
      /^rejected.*was rejected\. Reason: The name differs\./,
    );
    await look(stage.page, 'notifications-needs');

    staged.answer('/user/notifications', page(items));
    await stage.page.getByLabel('All', { exact: true }).check();
    // The cached rows of before come first; the reply has no new ones.
    await until(async () => expect(await rows().count()).toBe(9));
    staged.answer('/user/notifications/read', { json: { message: '' } });
    await stage.page.getByRole('button', { name: 'Mark all read' }).click();
    await until(async () => expect(await stage.page.getByText('Unread: ').count()).toBe(0));
  });

  it('W6 opening a notice reads it alone, and kinds can be switched off', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi, wallet);
    staged.answer('/user/notifications', page(items));
    const preferencesOf = (off: NotificationKind[]) => ({
      json: {
        preferences: notificationKinds.map((kind) => ({
          kind,
          enabled: !off.includes(kind),
          locked: !(mutableKinds as readonly string[]).includes(kind),
        })),
      },
    });
    staged.answer('/user/notification-preferences', preferencesOf([]));
    await stage.page.goto(paths.notifications);
    await rows().first().waitFor();
    await stage.page.getByRole('button', { name: 'Notification settings' }).click();
    const dialog = stage.page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Outbid' }).waitFor();
    expect(await dialog.getByRole('switch', { name: /Coins/ }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('switch', { name: /PIN/ }).isDisabled()).toBe(true);
    await look(stage.page, 'notifications-settings');
    staged.answer('/user/notification-preferences', preferencesOf(['won', 'lost']));
    const sent = stage.page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('switch', { name: 'Won and lost' }).click();
    expect((await sent).postDataJSON()).toEqual({
      preferences: [
        { kind: 'won', enabled: false },
        { kind: 'lost', enabled: false },
      ],
    });
    await until(async () =>
      expect(await dialog.getByRole('switch', { name: 'Won and lost' }).isChecked()).toBe(false),
    );
    await dialog.getByRole('button', { name: 'Done' }).click();

    const path = `/user/notifications/${items[0]?.id}/read`;
    staged.answer(path, { json: { message: '' } });
    const opened = stage.page.waitForRequest((request) => request.url().endsWith(path));
    await stage.page.getByText(/You were outbid/).click();
    await opened;
    await stage.page.waitForURL('**/auction/1001');
  });

  it.each([
    ['notifications-empty', page([], 0), 'No notifications yet'],
    ['notifications-error', { status: 500 }, 'Try again'],
    ['notifications-loading', 'never', 'Loading notifications...'],
  ] as const)('%s', { tags: ['full'] }, async (name, answer, text) => {
    const { staged } = await stage.open(ngozi, { ...wallet, unread: 0 });
    staged.answer('/user/notifications', answer);
    await stage.page.goto(paths.notifications);
    await stage.page.getByText(text).first().waitFor();
    await look(stage.page, name);
  });
});
