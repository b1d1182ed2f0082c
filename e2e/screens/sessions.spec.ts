import type { OwnSession } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { ngozi } from './staged-page.ts';

const stage = new Stage();
const hourMs = 3_600_000;

function sessionOf(nth: number, over: Partial<OwnSession>): OwnSession {
  const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
  return {
    id: `01890a5d-ac96-774b-bcce-b302099a80${String(nth).padStart(2, '0')}`,
    device: 'Chrome on Android',
    network: '203.0.113.0/24',
    created_at: at(30 * hourMs),
    last_used_at: at(0),
    expires_at: at(-20 * hourMs),
    is_current: false,
    ...over,
  };
}
const sessions = [
  sessionOf(1, { is_current: true }),
  sessionOf(2, {
    device: 'Samsung Internet for Android',
    network: '2001:db8:ffff::/48',
    last_used_at: new Date(Date.now() - 5 * hourMs).toISOString(),
  }),
  sessionOf(3, { device: null, network: null }),
];

describe('/sessions', () => {
  it('S8a lists the signed-in devices, opened from the menu, and signs one out', async () => {
    const { staged } = await stage.reuse(ngozi);
    staged.answer('/auth/sessions', { json: { sessions } });
    await stage.show(paths.dashboard);
    await stage.page
      .getByRole('button', { name: /menu|settings/i })
      .first()
      .click();
    await stage.page.getByRole('link', { name: 'Signed-in devices' }).click();
    await stage.page.getByRole('heading', { name: 'Signed-in devices' }).waitFor();
    await stage.page.getByText('This device').waitFor();
    await look(stage.page, 'sessions', { fullPage: true });

    await stage.page.getByRole('button', { name: /^Sign out Samsung/ }).click();
    const dialog = stage.page.getByRole('dialog');
    await dialog.getByText('The device is signed out at once.').waitFor();
    await look(stage.page, 'sessions-sign-out');
    const [current, ended, other] = sessions;
    staged.answer(`/auth/sessions/${ended?.id}`, { json: { message: 'The device is signed out' } });
    staged.answer('/auth/sessions', { json: { sessions: [current, other] } });
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await until(async () => expect(await stage.page.getByRole('listitem').count()).toBe(2));
  });

  it('S8a signs out everywhere, this device included', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi);
    staged.answer('/auth/sessions', { json: { sessions: sessions.slice(0, 1) } });
    staged.answer('/auth/sessions/end', { json: { message: 'All devices are signed out' } });
    await stage.page.goto(paths.sessions);
    await stage.page.getByText('This device').waitFor();
    expect(await stage.page.getByRole('button', { name: 'Sign out other devices' }).count()).toBe(0);
    await stage.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await stage.page.waitForURL(`**${paths.login}`);
    await stage.page.getByText('All devices are signed out').waitFor();
  });

  it('S8a shows that the list could not be loaded', { tags: ['full'] }, async () => {
    const { staged } = await stage.open(ngozi);
    staged.answer('/auth/sessions', { status: 500 });
    await stage.page.goto(paths.sessions);
    await stage.page.getByText('Your devices could not be loaded').waitFor();
    await look(stage.page, 'sessions-error');
  });
});

describe('/admin/sessions', () => {
  it('S8a can be opened from the operators’ console', { tags: ['full'] }, async () => {
    const { staged } = await stage.open({ ...ngozi, role: 1 });
    staged.answer('/auth/sessions', { json: { sessions } });
    await stage.page.goto('/admin/users');
    await stage.page.getByRole('link', { name: 'Signed-in devices' }).click();
    await stage.page.getByText('This device').waitFor();
    await look(stage.page, 'admin-sessions', { fullPage: true });
  });
});
