// The one way that imports go: main → app → {plugins, features} → {what features share} → db → config, and in the
// client app → features → {console, realtime, lib, ui}. Everybody may use `shared`, which uses nothing of ours.
import { packageFolders } from './scripts/packages.mjs';

const tests = '\\.(test|spec|drill)\\.(ts|tsx)$';
const config = '^server/src/(config|environment|kept-secrets|weak-secrets)\\.ts$';
// Every folder of the server that is none of the named layers: ledger, lanes, rooms, sessions, jobs and the like.
const middle = '^server/src/(?!features/|plugins/|db/)[^/]+/';
/** Files of all packages but these, and of the scripts. */
const others = (...own) =>
  `^(${[...packageFolders(), 'scripts'].filter((name) => !own.includes(name)).join('|')})/`;

function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

export default {
  forbidden: [
    never(
      'no-circular',
      'Two files that need each other are one thing, or hide a third.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    never(
      'no-undeclared',
      'The package that imports names the dependency.',
      {},
      { dependencyTypes: ['npm-no-pkg'] },
    ),
    never(
      'no-dev-in-product',
      'What runs for users is a dependency, not a devDependency.',
      { path: '^(server|shared)/src', pathNot: tests },
      { dependencyTypes: ['npm-dev'] },
    ),
    never(
      'shared-is-alone',
      'The contract uses nothing of ours.',
      { path: '^shared/' },
      { path: others('shared') },
    ),
    never(
      'no-node-in-browser',
      'The contract and the client run in a browser.',
      { path: '^(shared|client)/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    never(
      'server-alone',
      'The server knows no client.',
      { path: '^server/' },
      { path: others('server', 'shared', 'testkit', 'scripts') },
    ),
    ...['load', 'drills', 'e2e'].map((name) =>
      never(
        `${name}-through-testkit`,
        'Load tests, drills, browser tests and the server share what is in testkit, and nothing else.',
        { path: `^${name}/` },
        { path: others(name, 'shared', 'testkit', 'scripts', 'client') },
      ),
    ),
    never(
      'testkit-below-tests',
      'testkit knows the server and the contract, and none of the tests that use it.',
      { path: '^testkit/' },
      { path: `${others('testkit', 'server', 'shared', 'scripts')}|^server/(test|bench)/` },
    ),
    never(
      'client-alone',
      'The client knows the contract only.',
      { path: '^client/' },
      { path: others('client', 'shared') },
    ),
    never(
      'no-tests-in-product',
      'The product does not use its tests.',
      { path: '^(server|client|shared)/src', pathNot: tests },
      { path: `^testkit/|^server/(test|bench)/|${tests}` },
    ),
    never(
      'config-lowest',
      'The configuration uses shared and its own files only.',
      { path: config, pathNot: tests },
      { path: '^server/', pathNot: config },
    ),
    never(
      'db-low',
      'db uses config, errors and the clock only.',
      { path: '^server/src/db/', pathNot: tests },
      { path: '^server/src/(?!db/|(config|environment|errors|clock)\\.ts$)' },
    ),
    never(
      'middle-low',
      'What features share knows no feature.',
      { path: middle, pathNot: tests },
      { path: '^server/src/(main|app|features/|plugins/)' },
    ),
    never(
      'plugins-know-no-feature',
      'Every request passes a plugin, whatever its feature.',
      { path: '^server/src/plugins/', pathNot: tests },
      { path: '^server/src/(main|app|features/)' },
    ),
    never(
      'features-below-app',
      'A feature does not know who composes it.',
      { path: '^server/src/features/', pathNot: tests },
      { path: '^server/src/(main|app)\\.ts$' },
    ),
    never(
      'features-by-manifest',
      'app lists the manifests of the features and knows nothing else of them.',
      { path: '^server/src/[^/]+\\.ts$', pathNot: tests },
      { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
    ),
    never(
      'manifests-for-app',
      'A manifest is for app alone.',
      { path: '^server/', pathNot: `^server/src/app\\.ts$|${tests}` },
      { path: '^server/src/features/[^/]+/index\\.ts$' },
    ),
    never(
      'no-feature-to-feature',
      'What two features need goes a level down, or app passes it in.',
      { path: '^server/src/features/([^/]+)/', pathNot: `${tests}|\\.queries\\.ts$` },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    ),
    never(
      'queries-join-by-tables',
      'A query may join the tables of another feature, and uses nothing else of it.',
      { path: '^server/src/features/([^/]+)/.*\\.queries\\.ts$' },
      { path: '^server/src/features/', pathNot: '^server/src/features/($1/|[^/]+/[^/]+\\.tables\\.ts$)' },
    ),
    never(
      'no-client-feature-to-feature',
      'Only app lets client features meet.',
      { path: '^client/src/features/([^/]+)/', pathNot: tests },
      { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    ),
    never(
      'client-features-below-app',
      'A feature does not know the pages.',
      { path: '^client/src/features/', pathNot: tests },
      { path: '^client/src/(app/|main)' },
    ),
    never(
      'client-base',
      'console, realtime, lib and ui know no feature.',
      { path: '^client/src/(console|realtime|lib|ui)/', pathNot: tests },
      { path: '^client/src/(app/|features/|main)' },
    ),
    never(
      'client-manifests-for-app',
      'A manifest is for app alone.',
      { path: '^client/src/(?!app/features\\.ts$)', pathNot: tests },
      { path: '^client/src/features/[^/]+/index\\.ts$' },
    ),
    never(
      'console-above-base',
      'realtime, lib and ui know nothing of the operators’ shell.',
      { path: '^client/src/(realtime|lib|ui)/', pathNot: tests },
      { path: '^client/src/console/' },
    ),
    never(
      'manifests-load-pages-lazily',
      'A manifest is in the first bundle: pages and operators’ pages are imported when they are visited.',
      { path: '^client/src/(app/(features|router)\\.tsx?$|features/[^/]+/(index|paths)\\.ts$)' },
      { path: '^client/src/(console/|features/[^/]+/(admin|pages)/)', dynamic: false },
    ),
    never(
      'ui-is-plain',
      'Components of ui know no server.',
      { path: '^client/src/ui/', pathNot: tests },
      { path: '^client/src/(realtime|lib/api)' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.vite)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
