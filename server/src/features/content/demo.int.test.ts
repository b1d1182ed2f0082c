import { EditInstagramPostBody, NewPostBody } from '@copup/shared/content.ts';
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
  for (const { paragraphs, agoDays: _, ...post } of demoPosts) {
    expect(NewPostBody.parse({ ...post, description: paragraphs.join('\n\n') })).toMatchObject(post);
  }
  for (const { url, title } of demoInstagramPosts) {
    expect(EditInstagramPostBody.parse({ instagram_url: url, title })).toEqual({ instagram_url: url, title });
  }
});
