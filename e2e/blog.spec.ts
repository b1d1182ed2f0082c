// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminInstagramPost, AdminPost } from '@copup/shared/content.ts';
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../scripts/data-folder.ts';
import { look } from './screens/look.ts';
import { App, operator as account } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { Realm, signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
let realm: Realm;
/** Of all attempts and tests of this file. */
let nth = 0;
function unique(text: string): string {
  nth += 1;
  return `${text} ${nth}`;
}
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  realm = await Realm.create(app);
});
afterAll(async () => {
  await app?.stop();
});

/** Keeps a mark in the document, to find out whether it was loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

const height = 611;
/** What Instagram's page for a post sends to the page around it. */
const stub = `<!doctype html><title>Post</title><p>The stand-in for Instagram</p><script>
  parent.postMessage(JSON.stringify({ type: 'MEASURE', details: { height: ${height} } }), '*');
</script>`;

/** Puts a frame into the document; resolves with what the policy refused, or with the loaded address. */
const frame = (page: Page, url: string) =>
  page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          resolve(`${violatedDirective} refused ${new URL(blockedURI).origin}`),
        );
        const element = document.createElement('iframe');
        element.src = src;
        addEventListener('message', () => resolve(`loaded ${src}`));
        document.body.append(element);
      }),
    url,
  );
const refused = 'frame-src refused https://www.instagram.com';

describe('X12 Instagram on /blog', () => {
  let visitor: Visitor;
  let page: Page;
  let link: AdminInstagramPost;
  let loads: string[];
  beforeEach(async () => {
    const operator = await app.signInOperator();
    const title = unique('How a bid works');
    const instagram_url = `https://www.instagram.com/reel/CopupDemo${nth}/?igsh=x`;
    link = await operator.call<AdminInstagramPost>('POST', '/admin/instagram-posts', {
      instagram_url,
      title,
    });
    visitor = await realm.visit(browser, app, 0);
    page = visitor.page;
    loads = [];
    await page.route('https://www.instagram.com/**', (route) => {
      loads.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: stub });
    });
    return () => visitor.context.close();
  });
  const embed = () => `${link.instagram_url}embed/`;
  const button = (name: 'Show' | 'Hide') =>
    page.getByRole('button', { name: `${name} ${link.title}`, exact: true });
  const isFocused = () => button('Hide').evaluate((element) => element === document.activeElement);
  const post = () => page.frameLocator(`iframe[title="Instagram: ${link.title}"]`).getByText('The stand-in');

  it('is framed after a tap only, in a document of /blog only, and its focus and height are kept', async () => {
    // The page is reached inside the app: its document is that of another page.
    await page.goto(paths.games);
    await mark(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Blog' }).click();
    await button('Show').waitFor();
    expect([loads, await isMarked(page)]).toEqual([[], true]);
    await button('Show').click();
    await post().waitFor();
    expect([loads, await isMarked(page), await isFocused()]).toEqual([[embed()], false, true]);
    const shown = page.locator('iframe');
    await until(async () => expect(await shown.getAttribute('height')).toBe(String(height)));
    const attributes = await shown.evaluate(({ src, sandbox }: HTMLIFrameElement) => [src, sandbox.value]);
    expect(attributes).toEqual([
      embed(),
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    ]);
    const out = page.getByRole('link', { name: 'Open on Instagram' });
    expect(await out.getAttribute('href')).toBe(link.instagram_url);
    expect(await out.getAttribute('rel')).toBe('noopener noreferrer');
    await look(page, 'blog-instagram', { fullPage: true });

    // In the page's own document a tap loads nothing else, and Hide removes the frame.
    await mark(page);
    await button('Hide').click();
    await until(async () => expect(await shown.count()).toBe(0));
    await button('Show').click();
    await post().waitFor();
    expect([await isMarked(page), await isFocused(), loads.length]).toEqual([true, true, 2]);
    // A reload forgets the tap.
    await page.reload();
    await button('Show').waitFor();
    expect([await shown.count(), loads.length]).toEqual([0, 2]);
    expect(visitor.errors).toEqual([]);
  });

  it('is refused on every other page, also in the document that /blog was loaded into', async () => {
    await page.goto(paths.games);
    await page.getByRole('button', { name: 'More', exact: true }).waitFor();
    expect(await frame(page, embed())).toBe(refused);
    await page.goto(paths.blog);
    await button('Show').waitFor();
    expect(await frame(page, embed())).toBe(`loaded ${embed()}`);
    expect(await frame(page, 'https://example.com/')).toBe('frame-src refused https://example.com');
    await page.goto(paths.blog);
    await mark(page);
    await button('Show').click();
    await post().waitFor();
    await page.getByRole('link', { name: 'Game', exact: true }).click();
    await page.waitForURL(`**${paths.games}`);
    await until(async () => expect(await page.locator('meta[http-equiv]').count()).toBe(1));
    expect(await isMarked(page)).toBe(true);
    expect(await frame(page, embed())).toBe(refused);
    // Back on /blog, a tap loads a document that may frame it again.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Blog' }).click();
    await button('Show').click();
    await post().waitFor();
    expect(await isMarked(page)).toBe(false);
  });
});

describe('O1 T3 the console', () => {
  let visitor: Visitor;
  let page: Page;
  beforeEach(async () => {
    visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
    page = visitor.page;
    await signIn(visitor, account);
    await page.waitForURL('**/admin/overview');
    return async () => {
      const { errors } = visitor;
      await visitor.context.close();
      expect(errors).toEqual([]);
    };
  });

  it('previews a post exactly as the page shows it, publishes it, and hides it again', async () => {
    const title = unique('How a heist stays honest');
    await page.goto(operatorPath(operatorPaths.posts));
    await page.getByRole('button', { name: 'New post' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Create post' }).click();
    await form.getByText('Enter a title.').waitFor();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Category').fill('Fair play');
    await form.getByLabel('Text').fill('The answer is <b>sealed</b> first.\n\nCheck it yourself.');
    await form.getByLabel('Picture').setInputFiles(join(root, 'client/public/icons/icon-192.png'));
    const preview = form.getByRole('region', { name: 'Preview' });
    await preview.getByText('The answer is <b>sealed</b> first.').waitFor();
    await until(async () => expect(await preview.locator('img').getAttribute('src')).toMatch(/^blob:/));
    await look(page, 'console-post', { fullPage: true });
    await page.setViewportSize(desktop);
    await form.getByLabel('On the page').selectOption({ label: 'Published' });
    await form.getByRole('button', { name: 'Create post' }).click();
    await page.getByText('Post created').first().waitFor();
    await look(page, 'console-posts');
    await page.setViewportSize(desktop);

    // The same card: its markup is equal except for the address of the picture.
    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    const card = (html: string) => html.replaceAll(/(aria-controls|id)="[^"]*"/g, '');
    await until(async () => expect(await preview.locator('img').getAttribute('src')).toMatch(/-640\.webp$/));
    const previewed = card(await preview.locator('> div').innerHTML());
    const reader = await realm.visit(browser, app, 1);
    await reader.page.goto(paths.blog);
    await reader.page.getByRole('heading', { name: title }).waitFor();
    const shown = reader.page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first();
    expect(card(await shown.locator('> div').innerHTML())).toBe(previewed);
    await form.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: `Hide ${title}`, exact: true }).click();
    await page.getByText(`${title}: hidden`).first().waitFor();
    await reader.page.reload();
    await reader.page.getByRole('heading', { name: 'Blog' }).waitFor();
    await reader.page.getByRole('heading', { name: 'Instagram' }).waitFor();
    await until(async () => expect(await reader.page.locator('.skeleton').count()).toBe(0));
    expect(await reader.page.getByRole('heading', { name: title }).count()).toBe(0);
    expect(reader.errors).toEqual([]);
    await reader.context.close();
  });

  it('publishes several posts at once', async () => {
    const operator = await app.signInOperator();
    const titles = [unique('Draft'), unique('Draft')];
    for (const title of titles)
      await operator.call<AdminPost>('POST', '/admin/posts', { title, category: 'News', description: 'x' });
    await page.goto(operatorPath(operatorPaths.posts));
    for (const title of titles) await page.getByRole('checkbox', { name: title }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Publish selected' }).click();
    await page.getByText('2 selected: published').first().waitFor();
    const published = await operator.call<AdminPost[]>('GET', '/admin/posts?is_published=true');
    expect(published.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
  });

  it('accepts addresses of Instagram posts only, and names them once', async () => {
    const title = unique('Heist winners of the week');
    const url = `https://www.instagram.com/p/CopupPost${nth}/`;
    await page.goto(operatorPath(operatorPaths.instagramPosts));
    await page.getByRole('button', { name: 'New Instagram post' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Title').fill(title);
    for (const wrong of [
      'http://www.instagram.com/p/CopupPost/',
      'https://www.instagram.com.evil.example/p/CopupPost/',
    ]) {
      await form.getByLabel('Address').fill(wrong);
      await form.getByRole('button', { name: 'Add Instagram post' }).click();
      await form.getByText(/Enter the address of an Instagram post/).waitFor();
    }
    await form.getByLabel('Address').fill(`${url}?igsh=MzRl`);
    await form.getByRole('button', { name: 'Add Instagram post' }).click();
    await page.getByText('Instagram post added').first().waitFor();
    await page.getByRole('link', { name: url.replace('https://www.', '') }).waitFor();
    await look(page, 'console-instagram');
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: 'New Instagram post' }).click();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Address').fill(url);
    await form.getByRole('button', { name: 'Add Instagram post' }).click();
    await form.getByText('is in the list already').first().waitFor();
  });

  it('lists the addresses of Notify Me and downloads them as CSV', async () => {
    const email = `+${unique('guest').replace(' ', '')}@copup.test`;
    const reply = await fetch(`${app.url}/api/content/notify-me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(reply.status).toBe(200);
    await page.goto(operatorPath(operatorPaths.notifyMe));
    await page.getByText(email).first().waitFor();
    await look(page, 'console-notify-me');
    await page.setViewportSize(desktop);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('copup-notify-me.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('E-mail,Waits for,Since');
    expect(text).toContain(`\r\n'${email},swap,`);
  });
});
