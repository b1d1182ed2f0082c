import { describe, expect, it } from 'vitest';
import { addFallbacks, withoutEmptyLayers } from '../../client/build/older-browsers.ts';
import { findUnsupportedInScript } from './unsupported-in-scripts.ts';
import { findUnsupportedInStyles } from './unsupported-in-styles.ts';

const namesIn = (unsupported: string[]) => unsupported.map((feature) => feature.replace(/ \(.*/, ''));

describe('unsupported features in scripts', () => {
  it.each([
    ['AbortSignal.any([a])', 'api.AbortSignal.any_static'],
    ['AbortSignal.timeout(5)', 'api.AbortSignal.timeout_static'],
    ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['Object.groupBy(a, b)', 'javascript.builtins.Object.groupBy'],
    ['URL.canParse(a)', 'api.URL.canParse_static'],
    ['navigator.userActivation.isActive', 'api.Navigator.userActivation'],
    ['requestIdleCallback(run)', 'api.Window.requestIdleCallback'],
    ['window.requestIdleCallback(run)', 'api.Window.requestIdleCallback'],
    ['element.checkVisibility()', 'api.Element.checkVisibility'],
    ['const a = /(?<=b)c/', 'lookbehind in a regular expression'],
    ['class A { static { run() } }', 'static blocks of classes'],
    ['import a from "b" with { type: "json" }', 'syntax newer than ES2022: Unexpected token'],
  ])('%s', (source, feature) => {
    expect(namesIn(findUnsupportedInScript(source))).toContain(feature);
  });

  it.each([
    'structuredClone(a); list.at(-1); list.findLast(f); Object.hasOwn(a, b); Promise.any(a)',
    'typeof reportError === "function" && reportError(a)',
    '"requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run)',
    'if (document.startViewTransition) document.startViewTransition(run)',
    'a.toSorted?.()',
    'const { any } = { any() {} }; function toSorted() {} toSorted(); any()',
  ])('accepts %s', (source) => {
    expect(findUnsupportedInScript(source)).toEqual([]);
  });
});

describe('unsupported features in styles', () => {
  it.each([
    ['.a{.b &{color:red}}', 'css.selectors.nesting'],
    ['.a:has(b){color:red}', 'css.selectors.has'],
    ['.a{color:color-mix(in srgb,red,blue)}', 'css.types.color.color-mix'],
    ['.a{color:oklch(1 0 0)}', 'css.types.color.oklch'],
    ['.a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
    ['.a{translate:1px}', 'css.properties.translate'],
    ['@media (width>=1px){.a{color:red}}', 'css.at-rules.media.range_syntax'],
    ['@starting-style{.a{color:red}}', 'css.at-rules.starting-style'],
    ['@layer a;.b{color:red}', '@layer without a block'],
    ['.a{color:rgb(from red r g b)}', 'css.types.color.rgb.relative_syntax'],
  ])('%s', (source, feature) => {
    expect(namesIn(findUnsupportedInStyles(source))).toContain(feature);
  });

  it.each([
    '.a{height:100vh;height:100dvh}',
    '@media (prefers-contrast:more){.a{color:red}}',
    '.a{color:red}@supports (color:color-mix(in lab,red,red)){.a{color:color-mix(in lab,red,red)}}',
    '@layer a{.b:is(c,:open){inset:0}}',
    '.a{-webkit-user-select:none;user-select:none}',
    '.a{translate:1px}@supports not (translate:0){.a{transform:translate(1px)}}',
  ])('accepts %s', (source) => {
    expect(findUnsupportedInStyles(source)).toEqual([]);
  });
});

describe('changes that the build makes for older browsers', () => {
  it('adds vh before dvh', () => {
    expect(addFallbacks('.a-9dvh{height:calc(9dvh - 1px)}')).toBe(
      '.a-9dvh{height:calc(9vh - 1px);height:calc(9dvh - 1px)}',
    );
  });

  it('removes statements of layers without rules, and keeps those that order layers with rules', () => {
    expect(withoutEmptyLayers('@layer a{.x{top:0}}@layer b;@layer c, d;')).toBe('@layer a{.x{top:0}}');
    expect(withoutEmptyLayers('@layer a, b;@layer b {}@layer a{}')).toBe('@layer a, b;@layer b {}@layer a{}');
  });

  it('adds transform for browsers without the properties translate, rotate and scale', () => {
    expect(addFallbacks('.a{translate:var(--x) calc(1px * 2);color:red}')).toBe(
      '.a{translate:var(--x) calc(1px * 2);@supports not (translate:0){transform:translate(var(--x), calc(1px * 2))};color:red}',
    );
    expect(addFallbacks('.a{--tw-hue-rotate:1;scale:none}')).toBe('.a{--tw-hue-rotate:1;scale:none}');
  });
});
