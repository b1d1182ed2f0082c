import { bodiesOf } from '@copup/shared/calls/records.ts';
import { recordKind } from '@copup/shared/records.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentDemo } from './demo.ts';
import { demoInstagramPosts, demoPosts } from './demo-catalogue.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server?.close());

it('X11 the demo has posts and Instagram links, created once by several servers', async () => {
  expect(await contentDemo.exists(server.deps.db)).toBe(false);
  await Promise.all([contentDemo.renew(server.deps), contentDemo.renew(server.deps)]);
  await contentDemo.renew(server.deps);
  expect(await contentDemo.exists(server.deps.db)).toBe(true);
  const player = await server.signIn();
  const { body: posts } = await player.get('/blog/blogs');
  expect(posts.map(({ title }: { title: string }) => title)).toEqual(
    demoPosts.map(({ title }) => title).reverse(),
  );
  const { body: links } = await player.get('/blog/instagram');
  expect(links).toHaveLength(demoInstagramPosts.length);
});

it('X11 operators could enter the demo’s posts and links themselves', () => {
  const post = bodiesOf(recordKind('post')).create;
  const link = bodiesOf(recordKind('instagram-post')).edit;
  for (const { paragraphs, agoDays: _, ...shown } of demoPosts) {
    expect(post.parse({ ...shown, description: paragraphs.join('\n\n') })).toMatchObject(shown);
  }
  for (const { url, title } of demoInstagramPosts) {
    expect(link.parse({ instagram_url: url, title })).toEqual({ instagram_url: url, title });
  }
});
