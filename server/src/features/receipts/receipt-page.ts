import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatNumber } from '@copup/shared/coins.ts';
import { escapeHtml } from '@copup/shared/escape-html.ts';
import {
  amountOf,
  lagosMoment,
  lagosSeconds,
  meaningOf,
  purposeOf,
  statusNames,
} from '@copup/shared/receipt-words.ts';
import type { Receipt } from '@copup/shared/receipts.ts';
import { differencesOf, type ReceiptContent, type SealedReceipt } from '@copup/shared/sealed-receipt.ts';
import encodeQr from 'qr';

const style = readFileSync(new URL('./receipt-page.css', import.meta.url), 'utf8')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};:,>]) /g, '$1');
const styleHash = createHash('sha256').update(style).digest('base64');

export const followScript = readFileSync(new URL('./receipt-follow.js', import.meta.url), 'utf8');

/** The pages load nothing but the brand's mark, and what follows a receipt. */
export const PAGE_POLICY = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const icons = {
  final: '<path d="m5 13 4 4L19 7"/>',
  pending: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  reversed: '<path d="M9 14 4 9l5-5"/><path d="M4 9h10a6 6 0 0 1 0 12h-3"/>',
  altered: '<path d="m12 3 10 18H2z"/><path d="M12 10v5m0 3v.01"/>',
};

const layout = (title: string, content: string, foot = '', script = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Copup</title><style>${style}</style></head><body>
<header><div><p class="brand"><img src="/mark.svg" alt="">copup</p><p>Receipt, straight from our books</p></div></header>
<main>${content}</main>
<footer>${foot}</footer>${script}</body></html>`;

const statusCard = (look: keyof typeof icons, name: string, meaning: string): string =>
  `<div class="status ${look}" data-status="${look}" role="status"><svg viewBox="0 0 24 24" aria-hidden="true">${icons[look]}</svg><div><b>${name}</b><span>${escapeHtml(meaning)}</span></div></div>`;

const row = (name: string, value: string): string =>
  `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`;
const links = '<a href="/r">Check another receipt <span aria-hidden="true">›</span></a>';
const groups = (code: string): string =>
  `<p class="code">Code <code>${code.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>`;
const readAgain = ({ read, code }: Receipt): string =>
  `Read at ${lagosSeconds(read)} from the ledger. <a href="/r/${code}">Read again</a>`;

/** The receipt as the books have it. `url` is the link that its QR code contains. */
export function receiptPage(receipt: Receipt, url: string): string {
  const { status, status_at, reason } = receipt;
  const amount = escapeHtml(amountOf(receipt));
  const since = status === 'final' && status_at !== null ? row('Final since', lagosMoment(status_at)) : '';
  return layout(
    `${amountOf(receipt)}, ${statusNames[status].toLowerCase()}`,
    `<section class="card">${statusCard(status, statusNames[status], meaningOf(receipt, status_at))}
<p class="check">Was this meant for you? <b>Check your own balance</b>: a receipt of another payment looks the same.</p>
<h1>${status === 'reversed' ? `<del>${amount}</del>` : amount}</h1><p class="purpose">${escapeHtml(purposeOf(receipt))}</p>
<dl>${row('From', receipt.from)}${row('To', receipt.to)}${row('Time in Lagos', lagosMoment(receipt.at))}${since}${
      reason === null ? '' : row('Why', reason)
    }</dl></section>
<section class="card"><div class="offline">${qrSvg(url)}<div><h2>Check it offline</h2><p>Scan it in Copup under <a href="/verify">Verify</a>. The code carries our signature: a changed picture does not match it.</p></div></div>
${groups(receipt.code)}${links}<a href="/.well-known/copup-receipts.json">The keys that sign receipts <span aria-hidden="true">›</span></a></section>`,
    readAgain(receipt),
    `<script src="/r/follow.js" data-code="${receipt.code}"></script>`,
  );
}

const fields: Readonly<Record<string, [name: string, read: (content: ReceiptContent) => string]>> = {
  code: ['Code', ({ code }) => code],
  kind: ['Kind', ({ kind }) => kind],
  what: ['For', ({ what }) => what],
  coins: ['Coins', ({ coins }) => formatNumber(coins)],
  kobo: ['Amount', (content) => amountOf(content)],
  from: ['From', ({ from }) => from],
  to: ['To', ({ to }) => to],
  at: ['Time', ({ at }) => lagosMoment(at)],
};

/** What was shown is not what the books have, or was not signed by us. */
export function alteredPage(receipt: Receipt, shown: SealedReceipt | undefined, isSigned: boolean): string {
  const wrong = new Set<string>(shown ? differencesOf(shown.content, receipt) : []);
  const cell = (isWrong: boolean, text: string) =>
    `<td${isWrong ? ' class="wrong"' : ''}>${escapeHtml(text)}${isWrong ? ' <span aria-label="wrong">✕</span>' : ''}</td>`;
  const rows = Object.entries(fields).flatMap(([field, [name, read]]) =>
    shown && (wrong.has(field) || field === 'to' || field === 'at')
      ? [
          `<tr><th scope="row">${name}</th>${cell(wrong.has(field), read(shown.content))}${cell(false, read(receipt))}</tr>`,
        ]
      : [],
  );
  const signature = `<tr><th scope="row">Signature</th>${cell(!isSigned, isSigned ? 'matches' : 'does not match')}<td>ours</td></tr>`;
  return layout(
    'This receipt was changed',
    `<section class="card">${statusCard('altered', 'This receipt was changed', 'Don’t trust what you were shown. Our books say something else.')}
<h1>${escapeHtml(amountOf(receipt))}</h1><p class="purpose">is what our books have: ${escapeHtml(purposeOf(receipt))}</p></section>
<section class="card"><table><caption>What was changed</caption><thead><tr><td></td><th scope="col">You were shown</th><th scope="col">Our books</th></tr></thead><tbody>${rows.join('')}${signature}</tbody></table></section>
<section class="card">${groups(receipt.code)}${links}</section>`,
    readAgain(receipt),
  );
}

/** The form for a code that was typed, with what went wrong before. */
export const checkPage = (problem?: string): string =>
  layout(
    problem ?? 'Check a receipt',
    `<section class="card">${problem === undefined ? '' : statusCard('altered', escapeHtml(problem), 'It proves nothing. Hand nothing over.')}
<form action="/r"><h1>Check a receipt</h1><label for="code">Its code has 26 letters and digits</label><input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="60"><button>Check</button></form><a href="/verify">Scan a code instead <span aria-hidden="true">›</span></a></section>`,
  );

/** A QR code of the lowest error level, with its quiet zone. */
function qrSvg(text: string): string {
  const rows = encodeQr(text, 'raw', { ecc: 'low', border: 4 });
  // From the start of each row: over the light modules, along the dark ones.
  const path = rows.map((cells, y) => {
    const runs =
      cells
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .replace(/0+$/, '')
        .match(/0+|1+/g) ?? [];
    return `M0 ${y}${runs.map((run) => (run[0] === '1' ? `h${run.length}` : `m${run.length} 0`)).join('')}`;
  });
  return `<svg viewBox="0 -.5 ${rows.length} ${rows.length}" role="img" aria-label="QR code of the signed receipt" shape-rendering="crispEdges"><path stroke="#0f1530" d="${path.join('')}"/></svg>`;
}
