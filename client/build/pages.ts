import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { type PageHead, pageHeads } from './page-heads.ts';
import { scriptsOf } from './scripts-of.ts';

type Bundle = Rolldown.OutputBundle;

/** The exports of src/painted.tsx. */
type Painted = Record<'loader' | NonNullable<PageHead['start']>, string>;

const root = '<div id="root"></div>';
/** Scripts of the public folder that run before the app's scripts, each in one file: those that need no content first. */
const firstScripts = [['theme.js', 'early-read.js'], ['older-browser.js']];

/**
 * Writes the HTML of each address with its own head, and pages.json, from which the server reads the file of each address.
 * Each HTML file lists all scripts of its screen, so that they load in parallel, and paints before they run.
 */
export function pages(): Plugin {
  return {
    name: 'copup-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { config } = this.environment;
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html');
        let plain = inOrder(String(index.source));
        for (const names of firstScripts) {
          const sources = await Promise.all(
            names.map((name) => readFile(join(config.publicDir, name), 'utf8')),
          );
          const [name = '', ...joined] = names;
          // Named by its content like all other files, so that browsers can cache it permanently.
          const script = this.emitFile({ type: 'asset', name, source: sources.join('') });
          plain = plain.replaceAll(`"/${name}"`, `"/${this.getFileName(script)}"`);
          for (const other of joined) plain = plain.replace(`    <script src="/${other}"></script>\n`, '');
        }
        if (!plain.includes(root)) throw new Error(`index.html has no ${root}`);
        const { module: painted } = await runnerImport<Painted>(join(config.root, 'src/painted.tsx'), {
          configFile: false,
          root: config.root,
          logLevel: 'warn',
        });
        const addresses: Record<string, string> = {};
        for (const head of pageHeads) {
          const fileName = fileOf(head.address);
          addresses[head.address] = fileName;
          this.emitFile({
            type: 'asset',
            fileName,
            source: makePage(plain, head, painted, bundle, config.root),
          });
        }
        index.source = plain.replace(root, () => place(painted.loader));
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(addresses) });
      },
    },
  };
}

/**
 * Orders the requests of a page. The first, on the page's open connection, is the kilobyte that requests the screen's data; it
 * does not wait for the styles. Chromium holds requests of low priority back until it has run, except one that is named before,
 * so the next request on that connection is the read, and the app's scripts do not delay the styles.
 */
function inOrder(html: string): string {
  const find = (tag: RegExp) => html.match(tag)?.join('') ?? '';
  const scripts = find(/\n *<script type="module"[^>]*><\/script>/g);
  const styles = find(/\n *<link rel="stylesheet"[^>]*>/);
  const [first = '', path = ''] = /\n *<script src="([^"]*)"><\/script>/.exec(html) ?? [];
  const preload = `\n    <link rel="preload" as="script" href="${path}">`;
  return html
    .replace(scripts, '')
    .replace(styles, '')
    .replace(first, preload + scripts + first + styles)
    .replaceAll(/<script type="module"|<link rel="preload"/g, '$& fetchpriority="low"');
}

/** `/auction/:id` → pages/auction-id.html */
function fileOf(address: string): string {
  return `pages/${address.replaceAll(/[^a-zA-Z]+/g, '-').replace(/^-/, '') || 'home'}.html`;
}

function makePage(plain: string, head: PageHead, painted: Painted, bundle: Bundle, folder: string): string {
  const { address, title, description, modules, start = 'loader' } = head;
  const links = scriptsOf(modules, bundle, folder)
    .filter((file) => !plain.includes(file))
    .map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`);
  const about = description
    ? `<meta name="description" content="${quote(description)}" />`
    : '<meta name="robots" content="noindex" />';
  const canonical = description ? `\n    <link rel="canonical" href="${address}" />` : '';
  return plain
    .replace(/<title>.*<\/title>/, `<title>${quote(title)} · Copup</title>${canonical}`)
    .replace(/<meta name="description"[^>]*>/, about)
    .replace('  </head>', `${links.join('')}  </head>`)
    .replace(root, () => place(painted[start]));
}

function place(markup: string): string {
  return `<div id="root">${markup}</div>`;
}

function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
