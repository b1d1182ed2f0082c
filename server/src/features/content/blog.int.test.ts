import { Blog, InstagramItem } from '@copup/shared/content.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestApp;
let operator: SignedInClient;
let player: SignedInClient;
beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  [operator, player] = await Promise.all([server.signIn({ role: 1 }), server.signIn()]);
});
afterAll(() => server?.close());

const draft = (title: string) => ({
  category: 'News',
  title,
  description: 'First.\n\nSecond, with ₦ and Ẹbá.',
});
const publish = async (title: string): Promise<number> => {
  const { status, body, text } = await operator.post('/admin/posts', { ...draft(title), is_published: true });
  expect(status, text).toBe(201);
  return body.id;
};
const read = async (path: string) => {
  const { status, body, text } = await player.get(path);
  expect(status, text).toBe(200);
  return { ids: body.map(({ id }: { id: number }) => id), body };
};
const picture = async (form = new FormData()) => {
  const jpeg = await sharp({ create: { width: 1_400, height: 700, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .jpeg()
    .toBuffer();
  form.append('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'post.jpg');
  return { jpeg, form };
};
const actionsOf = async (kind: string, id: number) =>
  (
    await server.deps.db.pool.query(
      'SELECT action FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id',
      [kind, String(id)],
    )
  ).rows.map(({ action }) => action);

describe('T3 GET /blog/blogs', () => {
  it('lists published posts in full with the fields of the specification, for signed-in users', async () => {
    const id = await publish('How a heist stays honest');
    const { body } = await read('/blog/blogs?limit=100');
    expect(Blog.strict().parse(body.find((post: Blog) => post.id === id))).toEqual({
      id,
      image: '',
      category: 'News',
      title: 'How a heist stays honest',
      description: 'First.\n\nSecond, with ₦ and Ẹbá.',
      date: expect.stringMatching(/Z$/),
    });
  });

  it('lists a draft only while it is published, with the date of its first publication', async () => {
    const { status, body: post } = await operator.post('/admin/posts', draft('A draft'));
    expect([status, post.is_published, post.date]).toEqual([201, false, null]);
    expect((await read('/blog/blogs')).ids).not.toContain(post.id);
    const published = await operator.put(`/admin/posts/${post.id}`, { is_published: true });
    expect([published.status, published.body.is_published]).toEqual([200, true]);
    expect((await read('/blog/blogs')).ids).toContain(post.id);
    const hidden = await operator.put(`/admin/posts/${post.id}`, { is_published: false });
    expect([hidden.body.is_published, hidden.body.date]).toEqual([false, published.body.date]);
    expect((await read('/blog/blogs')).ids).not.toContain(post.id);
    const again = await operator.put(`/admin/posts/${post.id}`, { is_published: true, title: 'Published' });
    expect([again.body.title, again.body.date]).toEqual(['Published', published.body.date]);
    expect(await actionsOf('post', post.id)).toEqual(['post.create', 'post.edit', 'post.edit', 'post.edit']);
  });
});

describe('O3 /admin/posts', () => {
  it('lists drafts too, filters and finds titles', async () => {
    const { body: post } = await operator.post('/admin/posts', draft('Jollof night'));
    const list = await operator.get('/admin/posts?q=jollof&is_published=false&sort=title&order=ASC');
    expect(list.body.map(({ id }: { id: number }) => id)).toEqual([post.id]);
    expect(list.headers.get('content-range')).toBe('posts 0-0/1');
    expect((await operator.get('/admin/posts?q=jollof&is_published=true')).body).toEqual([]);
    expect((await operator.get(`/admin/posts/${post.id}`)).body).toEqual(post);
  });

  it('stores a picture without its EXIF, replaces the previous one, and refuses other files', async () => {
    const id = await publish('With a picture');
    const { jpeg, form } = await picture();
    const { status, body } = await operator.post(`/admin/posts/${id}/image`, form);
    expect([status, body.image]).toEqual([200, expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-640\.webp$/)]);
    expect((await read('/blog/blogs')).body.find((post: Blog) => post.id === id).image).toBe(body.image);
    const stored = async (path: string) => {
      const reply = await fetch(`${server.url}${path}`);
      return reply.ok ? Buffer.from(await reply.arrayBuffer()) : undefined;
    };
    const file = await stored(body.image);
    expect([(await sharp(file).metadata()).width, file?.includes('Ada')]).toEqual([640, false]);
    expect(jpeg.includes('Ada')).toBe(true);
    const replaced = await operator.post(`/admin/posts/${id}/image`, (await picture()).form);
    expect(replaced.body.image).not.toBe(body.image);
    expect(await stored(body.image)).toBeUndefined();
    expect((await operator.post(`/admin/posts/${id}/image`, new FormData())).body.code).toBe('BAD_IMAGE');
    const script = new FormData();
    script.append('image', new Blob(['<svg onload="alert(1)"/>'], { type: 'image/png' }), 'a.png');
    expect((await operator.post(`/admin/posts/${id}/image`, script)).body.code).toBe('BAD_IMAGE');
    expect(await actionsOf('post', id)).toEqual(['post.create', 'post.image', 'post.image']);
  });
});

describe('T3 Instagram', () => {
  const link = (code: string) => `https://www.instagram.com/p/${code}/`;

  it('lists published links with the fields of the specification, newest first', async () => {
    await server.asOwner('DELETE FROM instagram_posts');
    const ids: number[] = [];
    for (const code of ['Aaaaa_1', 'Bbbbb-2', 'Ccccc3']) {
      const { status, body } = await operator.post('/admin/instagram-posts', {
        instagram_url: `https://instagram.com/copup.ng/p/${code}?igsh=x`,
        title: code,
      });
      expect([status, body.instagram_url]).toEqual([201, link(code)]);
      ids.unshift(body.id);
    }
    const first = await read('/blog/instagram');
    expect(first.ids).toEqual(ids);
    expect(InstagramItem.strict().parse(first.body[0]).instagram_url).toBe(link('Ccccc3'));
    await operator.put(`/admin/instagram-posts/${ids[0]}`, { is_published: false });
    expect((await read('/blog/instagram')).ids).toEqual(ids.slice(1));
    expect((await operator.get('/admin/instagram-posts?is_published=false')).body).toMatchObject([
      { id: ids[0], is_published: false },
    ]);
    expect(await actionsOf('instagram-post', ids[0] ?? 0)).toEqual([
      'instagram-post.create',
      'instagram-post.edit',
    ]);
  });

  it('has addresses of Instagram only, each once in whatever form it is entered', async () => {
    const foreign = 'https://www.instagram.com@evil.example/p/Ddddd4/';
    const refused = await operator.post('/admin/instagram-posts', { instagram_url: foreign, title: 'x' });
    expect(refused.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'instagram_url' }],
    });
    const insert = 'INSERT INTO instagram_posts (title, url) VALUES ($1, $2)';
    await expect(server.deps.db.pool.query(insert, ['x', foreign])).rejects.toThrow(
      /violates check constraint/,
    );

    const add = (instagram_url: string) =>
      operator.post('/admin/instagram-posts', { instagram_url, title: 'Once' });
    const replies = await Promise.all([add(link('Once111')), add(`${link('Once111')}?igsh=1`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
    const { body: other } = await add('https://www.instagram.com/reels/Other22/');
    expect(other.instagram_url).toBe('https://www.instagram.com/reel/Other22/');
    const { status, body } = await operator.put(`/admin/instagram-posts/${other.id}`, {
      instagram_url: link('Once111'),
    });
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'instagram_url', message: 'is in the list already' }],
    ]);
  });
});

describe('X12 the content security policy', () => {
  it('lets only /blog frame Instagram, and no page load its scripts or pictures', async () => {
    const policyOf = async (path: string) =>
      (await server.client.get(path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/:blog', '/:blog/', '/:blog?from=mail']) {
      const policy = await policyOf(path);
      expect(policy, path).toContain('frame-src https://www.instagram.com;');
      expect(policy.match(/instagram/g)).toHaveLength(1);
    }
    for (const path of [
      '/:',
      '/:blogs',
      '/:blog/1',
      '/:BLOG',
      '/:dashboard?/blog',
      '/:pay',
      '/:admin',
      '/blog/blogs',
    ]) {
      expect(await policyOf(path), path).not.toContain('instagram');
    }
  });
});
