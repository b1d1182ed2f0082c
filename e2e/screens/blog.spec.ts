import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blog, InstagramItem } from '@copup/shared/content.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/data-folder.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { expectLoadingErrorAndRetry } from './list-states.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName } from './staged-page.ts';

const stage = new Stage();
const picture = readFileSync(join(root, 'client/public/icons/icon-192.png'));

const post = (id: number, facts: Partial<Blog> = {}): Blog => ({
  id,
  image: '',
  category: 'Fair play',
  title: 'How a heist stays honest',
  description:
    'The answer is sealed before the first ticket is sold. Here is how to check it yourself.\n\nAll ticket holders get the question at the same moment.',
  date: '2025-11-18T09:30:00.000Z',
  ...facts,
});
const posts = [
  post(4),
  post(3, { category: 'Auctions', title: 'Winning your first auction', date: '2025-11-11T08:00:00.000Z' }),
  post(2, { category: 'Games', title: 'Meet the November champions', description: 'Who leads so far.' }),
  post(1, {
    category: 'Ìròyìn ọjà',
    title: longName,
    description: `<b>Not bold</b> <script>alert(1)</script>\nhttps://example.com/${'long'.repeat(30)}\n\n${'Ẹbá '.repeat(40)}`,
  }),
];
const item = (id: number, facts: Partial<InstagramItem> = {}): InstagramItem => ({
  id,
  instagram_url: `https://www.instagram.com/p/CopupDemo0${id}/`,
  title: 'Heist winners of the week',
  ...facts,
});
const items = [
  item(3),
  item(2, { instagram_url: 'https://www.instagram.com/reel/CopupDemo02/', title: 'How a bid works' }),
  item(1, { title: longName }),
];

describe('T3 /blog', () => {
  it('lists posts in full and Instagram posts by name, and loads nothing from Instagram', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/blog/blogs', { json: posts });
    staged.answer('/blog/instagram', { json: items });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await stage.show(paths.blog);
    await page.getByRole('heading', { name: 'How a heist stays honest' }).waitFor();
    await page.getByText('Fair play · 18 Nov 2025').waitFor();
    await page.getByText('Loads when you tap').waitFor();
    await page.getByText('About 1.2 MB from Instagram', { exact: true }).first().waitFor();
    await look(page, 'blog', { fullPage: true });
    // Markup is shown as text, and no text becomes a link.
    await page.getByText('<b>Not bold</b> <script>alert(1)</script>').waitFor();
    expect(await page.locator('a[href*="example.com"]').count()).toBe(0);
    const rest = page.getByText('All ticket holders get the question').first();
    expect(await rest.isVisible()).toBe(false);
    const more = page.getByRole('button', { name: 'Read more How a heist stays honest' });
    await more.focus();
    await page.keyboard.press('Enter');
    await rest.waitFor();
    const less = page.getByRole('button', { name: 'Read less How a heist stays honest' });
    await focused(less);
    await page.getByRole('button', { name: 'Read more Winning your first auction' }).click();
    await look(page, 'blog-unfolded', { fullPage: true });
    expect([...hosts].filter((host) => host.includes('instagram'))).toEqual([]);
  });

  it('shows posts while they load, an error with a retry, and no posts', { tags: ['full'] }, async () => {
    await expectLoadingErrorAndRetry(stage, {
      name: 'blog-posts',
      path: paths.blog,
      call: '/blog/blogs',
      waiting: 'Loading posts...',
      failed: 'The posts could not be loaded.',
      json: posts,
      come: 'How a heist stays honest',
      others: { '/blog/instagram': items },
    });
    stage.staged.answer('/blog/blogs', { json: [] });
    stage.staged.answer('/blog/instagram', { json: [] });
    await stage.page.reload();
    await stage.page.getByText('No posts yet').waitFor();
    await stage.page.getByText('No Instagram posts yet').waitFor();
    await look(stage.page, 'blog-empty');
  });

  it('says when Instagram’s links cannot be read, beside the posts', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/blog/blogs', { json: posts.slice(0, 1) });
    staged.answer('/blog/instagram', { status: 500 });
    await page.goto(paths.blog);
    await page.getByRole('heading', { name: 'How a heist stays honest' }).waitFor();
    await page.getByText('Failed to fetch Instagram URLs.').waitFor();
    await look(page, 'blog-instagram-error', { fullPage: true });
    staged.answer('/blog/instagram', { json: items });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'How a bid works' }).waitFor();
  });

  it('X1 shows older posts on request, and says what waits without a network', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/blog/instagram', { json: items });
    await page.route(/\/api\/blog\/blogs/, (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('before');
      return route.fulfill({
        json: isFirst ? posts.slice(0, 2) : posts.slice(2),
        headers: isFirst ? { 'x-next-cursor': '1.3' } : {},
      });
    });
    await page.goto(paths.blog);
    await page.getByRole('button', { name: 'Show more posts' }).click();
    await page.getByText('Meet the November champions').waitFor();
    await until(async () =>
      expect(await page.getByRole('button', { name: 'Show more posts' }).count()).toBe(0),
    );
    await page.getByRole('button', { name: 'Show How a bid works' }).waitFor();
    await page.context().setOffline(true);
    await until(async () =>
      expect(await page.getByRole('button', { name: 'Show How a bid works' }).isDisabled()).toBe(true),
    );
    await page.context().setOffline(false);
  });

  it('with Save-Data, loads pictures on tap only', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    let loads = 0;
    await page.route('**/uploads/*', (route) => {
      loads += 1;
      return route.fulfill({ contentType: 'image/png', body: picture });
    });
    const image = `/uploads/${'0'.repeat(32)}-640.webp`;
    staged.answer('/blog/blogs', { json: [post(1, { image }), ...posts.slice(1)] });
    staged.answer('/blog/instagram', { json: [] });
    await page.goto(paths.blog);
    const show = page.getByRole('button', { name: 'Show picture of How a heist stays honest' });
    await show.waitFor();
    await look(page, 'blog-save-data');
    expect(loads).toBe(0);
    await show.click();
    await page.getByRole('img', { name: 'How a heist stays honest' }).waitFor();
    await until(() => expect(loads).toBe(1));
    await look(page, 'blog-picture');
  });
});
