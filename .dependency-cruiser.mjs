// The direction of imports: main → app → {plugins, features} → {shared folders of the server} → db → config, and in the
// client app → features → {console, balance, corrections, data-use, parts, pin, push, realtime, lib, ui}. Every package may use `shared`, which uses no other package.
import { packageFolders } from './scripts/packages.mjs';

const tests = '\\.(test|spec|drill)\\.(ts|tsx)$';
const config =
  '^server/src/(config|environment|kept-secrets|production-errors|weak-secrets|accounts/common-passwords)\\.ts$';
// The server's folders that several features share, such as ledger, lanes, rooms, sessions and jobs.
const middle = '^server/src/(?!features/|plugins/|db/)[^/]+/';
/** Matches the files of the scripts and of all packages except these. */
const others = (...own) =>
  `^(${[...packageFolders(), 'scripts'].filter((name) => !own.includes(name)).join('|')})/`;

function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

export default {
  forbidden: [
    never(
      'no-circular',
      'Merge files that import each other, or move their common part to a third file.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never(
      'resolvable',
      'The imported file does not exist.',
      // k6 brings its own modules.
      { pathNot: '^load/examples/k6\\.js$' },
      { couldNotResolve: true },
    ),
    never(
      'no-undeclared',
      'Declare the dependency in the package that imports it.',
      {},
      { dependencyTypes: ['npm-no-pkg'] },
    ),
    never(
      'no-dev-in-product',
      'Production code may not import a devDependency.',
      { path: '^(server|shared)/src', pathNot: tests },
      { dependencyTypes: ['npm-dev'] },
    ),
    never(
      'drizzle-once',
      'Import it from server/src/db/drizzle.ts: each importer of the package makes the start of a server later.',
      { pathNot: '^server/src/db/drizzle\\.ts$' },
      { path: '/drizzle-orm/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'shared-is-alone',
      'shared may not import another package.',
      { path: '^shared/' },
      { path: others('shared') },
    ),
    never(
      'no-node-in-browser',
      'shared and the client run in a browser, without modules of Node.js.',
      { path: '^(shared|client)/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    never(
      'server-alone',
      'The server may not import the client.',
      { path: '^server/' },
      { path: others('server', 'shared', 'testkit', 'scripts') },
    ),
    ...['load', 'drills', 'e2e'].map((name) =>
      never(
        `${name}-through-testkit`,
        'Load tests, drills and browser tests share code through testkit only.',
        { path: `^${name}/` },
        { path: others(name, 'shared', 'testkit', 'scripts', 'client') },
      ),
    ),
    never(
      'testkit-below-tests',
      'testkit may import the server and shared, but not the tests that use it.',
      { path: '^testkit/' },
      { path: `${others('testkit', 'server', 'shared', 'scripts')}|^server/(test|bench)/` },
    ),
    never(
      'client-alone',
      'The client may import no package but shared.',
      { path: '^client/' },
      { path: others('client', 'shared') },
    ),
    never(
      'no-tests-in-product',
      'Production code may not import tests.',
      { path: '^(server|client|shared)/src', pathNot: tests },
      { path: `^testkit/|^server/(test|bench)/|${tests}` },
    ),
    never(
      'config-lowest',
      'The configuration may import shared and its own files only.',
      { path: config, pathNot: tests },
      { path: '^server/', pathNot: config },
    ),
    never(
      'db-low',
      'db may import config, errors, deadlines, the clock and the seam of traces only.',
      { path: '^server/src/db/', pathNot: tests },
      { path: '^server/src/(?!db/|(config|environment|errors|deadline|clock|tracing)\\.ts$)' },
    ),
    never(
      'ledger-and-lanes-low',
      'The ledger and the lanes may import db, errors, deadlines, the clock, the seam of traces and the type of a subject only.',
      { path: '^server/src/(ledger|lanes)/', pathNot: tests },
      { path: '^server/src/(?!$1/|db/|(errors|deadline|clock|subject|tracing)\\.ts$)' },
    ),
    never(
      'open-telemetry-on-demand',
      'Only main loads OpenTelemetry, and only when traces are exported.',
      { path: '^server/src/(?!open-telemetry/)', pathNot: tests },
      { path: '^server/src/open-telemetry/|node_modules/@opentelemetry/', dynamic: false },
    ),
    never(
      'subjects-for-features',
      'Only features may import the kit of live subjects.',
      { path: '^server/src/(?!features/|subjects/)', pathNot: tests },
      { path: '^server/src/subjects/' },
    ),
    never(
      'middle-low',
      'The shared folders of the server may not import a feature.',
      { path: middle, pathNot: tests },
      { path: '^server/src/(main|app|features/|plugins/)' },
    ),
    never(
      'plugins-know-no-feature',
      'Plugins apply to all features and may not import one.',
      { path: '^server/src/plugins/', pathNot: tests },
      { path: '^server/src/(main|app|features/)' },
    ),
    never(
      'features-below-app',
      'A feature may not import app or main.',
      { path: '^server/src/features/', pathNot: tests },
      { path: '^server/src/(main|app)\\.ts$' },
    ),
    never(
      'features-by-manifest',
      'app may import only the manifest (index.ts) of a feature.',
      { path: '^server/src/[^/]+\\.ts$', pathNot: tests },
      { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
    ),
    never(
      'manifests-for-app',
      'Only app may import a manifest.',
      { path: '^server/', pathNot: `^server/src/app\\.ts$|${tests}` },
      { path: '^server/src/features/[^/]+/index\\.ts$' },
    ),
    never(
      'no-feature-to-feature',
      'Move code that two features need to a shared folder, or let app pass it in.',
      { path: '^server/src/features/([^/]+)/', pathNot: `${tests}|\\.queries\\.ts$` },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    ),
    never(
      'queries-join-by-tables',
      'A query may import the tables of another feature, and nothing else of it.',
      { path: '^server/src/features/([^/]+)/.*\\.queries\\.ts$' },
      { path: '^server/src/features/', pathNot: '^server/src/features/($1/|[^/]+/[^/]+\\.tables\\.ts$)' },
    ),
    never(
      'no-client-feature-to-feature',
      'A client feature may not import another; app combines them.',
      { path: '^client/src/features/([^/]+)/', pathNot: tests },
      { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    ),
    never(
      'client-features-below-app',
      'A client feature may not import app.',
      { path: '^client/src/features/', pathNot: tests },
      { path: '^client/src/(app/|main)' },
    ),
    never(
      'client-base',
      'console, balance, corrections, data-use, parts, pin, push, realtime, lib and ui may not import app or a feature.',
      {
        path: '^client/src/(console|balance|corrections|data-use|parts|pin|push|realtime|lib|ui)/',
        pathNot: tests,
      },
      { path: '^client/src/(app/|features/|main)' },
    ),
    never(
      'client-manifests-for-app',
      'Only app may import a manifest.',
      { path: '^client/src/(?!app/(features|layouts/navigation)\\.tsx?$)', pathNot: tests },
      { path: '^client/src/features/(page-features\\.ts|[^/]+/(index\\.ts|navigation\\.tsx))$' },
    ),
    never(
      'client-app-by-manifest',
      'Of a feature, app may import only the manifest and the navigation entries.',
      { path: '^client/src/app/', pathNot: tests },
      {
        path: '^client/src/features/',
        pathNot: '^client/src/features/(page-features\\.ts|[^/]+/(index\\.ts|navigation\\.tsx))$',
      },
    ),
    never(
      'console-above-base',
      'balance, corrections, data-use, parts, pin, push, realtime, lib and ui may not import console.',
      { path: '^client/src/(balance|corrections|data-use|parts|pin|push|realtime|lib|ui)/', pathNot: tests },
      { path: '^client/src/console/' },
    ),
    never(
      'manifests-load-pages-lazily',
      'Manifests are in the first bundle, so they must import pages dynamically.',
      { path: '^client/src/(app/(features|router)\\.tsx?$|features/(page-features|[^/]+/index)\\.ts$)' },
      { path: '^client/src/(console/|features/[^/]+/(admin|pages)/)', dynamic: false },
    ),
    never(
      'ui-is-plain',
      'Components of ui may not import realtime or the API client.',
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
