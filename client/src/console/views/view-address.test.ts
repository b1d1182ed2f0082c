import { expect, it } from 'vitest';
import { isViews, viewOf, withView } from './view-address.ts';

const of = (search: string) => viewOf(new URLSearchParams(search));

it('O3 a view is the filters and the order of an address, whatever page, item or dialog it shows', () => {
  const filter = encodeURIComponent('{"status":"active"}');
  expect(of(`?page=2&sort=id&filter=${filter}&item=7&do=new`)).toBe(`filter=${filter}&sort=id`);
  expect(of('?sort=id&order=DESC')).toBe(of('?order=DESC&sort=id&page=1'));
  expect([of(''), of('?page=3&item=')]).toEqual(['', '']);
});

it('O3 a name and a choice are saved once, and stored values of another form are refused', () => {
  const [late, large] = [
    { name: 'Late', view: 'list=late' },
    { name: 'Large', view: 'list=large' },
  ];
  const views = withView([late], large);
  expect(views).toEqual([late, large]);
  expect(withView(views, { name: 'Late', view: 'list=older' })).toEqual([
    large,
    { name: 'Late', view: 'list=older' },
  ]);
  expect(withView(views, { name: 'Big', view: large.view })).toEqual([
    late,
    { name: 'Big', view: large.view },
  ]);
  expect(isViews(views)).toBe(true);
  for (const other of [null, {}, [1], [{ name: 'Late' }]]) expect(isViews(other)).toBe(false);
});
