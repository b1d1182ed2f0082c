import { type CssNode, type Declaration, generate, parse, type Rule, walk } from 'css-tree';
import { type Feature, featureAt, indexBelow, unsupportedByAll } from './compat.ts';

const types = indexBelow(['css', 'types'], 4);
const units: Record<string, string> = {
  d: 'viewport_percentage_units_dynamic',
  s: 'viewport_percentage_units_small',
  l: 'viewport_percentage_units_large',
};
const layerStatement = '@layer without a block (Chrome 103 hangs if the stylesheet is cached)';

/**
 * Lists the features of the styles that a supported browser lacks. Ignored are `@supports` blocks, media
 * features of preferences, a declaration after
 * another one of the same property that works everywhere, and `translate`, `rotate` or `scale` if `@supports not
 * (translate: 0)` has a `transform` for the same selector.
 */
export function findUnsupportedInStyles(source: string): string[] {
  const sheet = parse(source, { parseCustomProperty: true });
  const transformed = selectorsWithTransform(sheet);
  const unsupported = new Set<string>();
  const note = (feature: Feature | undefined) => {
    if (feature) unsupported.add(`${feature.name} (${feature.missing.join(', ')})`);
  };
  let nesting = 0;
  walk(sheet, {
    enter(this: { skip: symbol }, node: CssNode) {
      if (node.type === 'Atrule') {
        if (node.name === 'supports') return this.skip;
        if (node.name === 'layer' && !node.block) unsupported.add(layerStatement);
        if (!node.name.startsWith('-')) note(unsupportedByAll([featureAt('css', 'at-rules', node.name)]));
      } else if (node.type === 'Rule') {
        nesting += 1;
        if (nesting > 1) note(unsupportedByAll([featureAt('css', 'selectors', 'nesting')]));
        noteUnsupportedOfRule(node, transformed, note);
      } else if (node.type === 'FeatureRange') {
        if (node.kind === 'media')
          note(unsupportedByAll([featureAt('css', 'at-rules', 'media', 'range_syntax')]));
      } else if (node.type === 'Feature') {
        // A browser that does not know a preference applies no style for it.
        if (!node.name.startsWith('prefers-'))
          note(unsupportedByAll([featureAt('css', 'at-rules', node.kind, node.name)]));
      } else if (node.type === 'NestingSelector' || (node.type === 'Raw' && node.value.includes('{'))) {
        note(unsupportedByAll([featureAt('css', 'selectors', 'nesting')]));
      } else if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') {
        // An unknown selector is skipped in these; anywhere else it invalidates the whole rule.
        if (node.name === 'is' || node.name === 'where') return this.skip;
        if (!node.name.startsWith('-')) note(unsupportedByAll([featureAt('css', 'selectors', node.name)]));
      }
      return undefined;
    },
    leave(node: CssNode) {
      if (node.type === 'Rule') nesting -= 1;
    },
  });
  return [...unsupported];
}

function selectorsWithTransform(sheet: CssNode): Set<string> {
  const selectors = new Set<string>();
  walk(sheet, (node) => {
    if (node.type !== 'Atrule' || node.name !== 'supports' || !node.prelude || !node.block) return;
    if (generate(node.prelude) !== 'not (translate:0)') return;
    walk(node.block, (inner) => {
      if (inner.type === 'Rule') selectors.add(generate(inner.prelude));
    });
  });
  return selectors;
}

function noteUnsupportedOfRule(
  rule: Rule,
  transformed: Set<string>,
  note: (feature: Feature | undefined) => void,
): void {
  const settled = new Set(transformed.has(generate(rule.prelude)) ? ['translate', 'rotate', 'scale'] : []);
  for (const node of rule.block.children) {
    if (node.type !== 'Declaration') continue;
    const unsupported = unsupportedOf(node);
    // A prefixed property precedes the standard one as its fallback.
    if (unsupported.length === 0) settled.add(node.property.replace(/^-(?:webkit|moz)-/, ''));
    else if (!settled.has(node.property)) for (const feature of unsupported) note(feature);
  }
}

function unsupportedOf(declaration: Declaration): Feature[] {
  const { property, value } = declaration;
  const found: (Feature | undefined)[] = [];
  if (!property.startsWith('-')) found.push(unsupportedByAll([featureAt('css', 'properties', property)]));
  walk(value, (node) => {
    if (node.type === 'Function') {
      const own = featureAt('css', 'properties', property, node.name);
      found.push(unsupportedByAll(own ? [own] : (types.get(node.name) ?? [])));
      const first = node.children.first;
      if (first?.type === 'Identifier' && first.name === 'from')
        found.push(featureAt('css', 'types', 'color', node.name, 'relative_syntax'));
    } else if (node.type === 'Identifier') {
      found.push(unsupportedByAll([featureAt('css', 'properties', property, node.name)]));
    } else if (node.type === 'Dimension') {
      const [, size = ''] = /^([dsl])v(?:[hwbi]|min|max)$/.exec(node.unit) ?? [];
      found.push(unsupportedByAll([featureAt('css', 'types', 'length', units[size] ?? node.unit)]));
    }
  });
  return found.filter((feature) => feature !== undefined && feature.missing.length > 0) as Feature[];
}
