import { operatorPath, operatorPaths, paths, pathTo } from '@copup/shared/page-paths.ts';
import { demoPlayers } from '@copup/testkit/demo-accounts.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { signIn, visitSignedIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { type OwnItems, stageOwnItems } from './own-items.ts';
import { asRouted, routes } from './routes.ts';
import { type Step, Walk } from './walk.ts';

const [ada] = demoPlayers;

/** X9: pages, and the page whose content links them. */
const links: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: [paths.buy],
  [paths.peerToPeer]: [paths.buy],
  [paths.auctions]: [paths.newAuctions],
  [paths.affiliate]: [paths.affiliates],
  [paths.heists]: [paths.heist, paths.preventHeist],
  [paths.orders]: [paths.heistOrders],
  [paths.games]: [paths.tap, paths.cards, paths.cardLobby, paths.mathLobby, paths.champions],
  [paths.cardLobby]: [paths.cardPractice],
};

const steps: readonly Step[] = [
  {
    on: paths.forgotPassword,
    to: paths.resetPassword,
    async run(page) {
      await page.getByLabel('E-mail').fill(ada.email);
      await page.getByRole('button', { name: 'Send OTP' }).click();
    },
  },
];

let demo: Demo;
let browser: Browser;
let own: OwnItems;
beforeAll(async () => {
  [demo, browser] = await Promise.all([Demo.start(), sharedBrowser()]);
  own = await stageOwnItems(demo);
});
afterAll(async () => {
  await demo?.app.stop();
});

/** Opens / and signs in by what a visitor sees there. */
async function signInFromHome(visitor: Visitor, account: typeof operator): Promise<Page> {
  const { page } = visitor;
  await page.goto(paths.home);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(`**${paths.login}`);
  await signIn(visitor, account);
  return page;
}

describe('X9 the pages', () => {
  it('X9 are all reached from / by pressing what visitors, players and operators see', {
    tags: ['full'],
  }, async () => {
    const [visitor, player, office] = await Promise.all([
      openVisitor(browser, { name: 'visitor', url: demo.app.url }),
      openVisitor(browser, { name: 'player', url: demo.app.url }),
      openVisitor(browser, { name: 'operator', url: demo.app.url, viewport: desktop }),
    ]);
    const visitors = new Walk(visitor.page, steps);
    const players = new Walk(player.page, steps);
    const walkAsVisitor = async () => {
      await visitor.page.goto(paths.home);
      await visitors.visit();
    };
    const walkAsPlayer = async () => {
      await signInFromHome(player, ada);
      await player.page.waitForURL(`**${paths.dashboard}`);
      await players.visit();
    };
    const readAsOperator = async () => {
      const page = await signInFromHome(office, operator);
      await page.waitForURL(`**${paths.admin}/**`);
      return new Walk(page, []).links();
    };
    const [offered] = await Promise.all([readAsOperator(), walkAsVisitor(), walkAsPlayer()]);
    const pages = Object.values(operatorPaths).map(operatorPath);
    expect(pages.filter((path) => !offered.includes(path))).toEqual([]);

    const reached = new Set([...visitors.reached, ...players.reached, paths.admin]);
    const specified = routes.map(asRouted);
    const notLinked = routes.filter((route) => route.notLinked).map(asRouted);
    const every = new Set([...specified, ...Object.values(paths)]);
    expect([...every].filter((path) => !reached.has(path)).sort()).toEqual(notLinked.sort());
    const missing = Object.entries(links).flatMap(([from, linked]) =>
      linked.filter((to) => !players.linked.get(from)?.has(to)).map((to) => `${from} does not link ${to}`),
    );
    const notForVisitors = visitors.errors.filter((error) => !error.endsWith(`which is ${paths.login}`));
    expect([...missing, ...notForVisitors, ...players.errors]).toEqual([]);
    expect([...visitor.errors, ...player.errors, ...office.errors]).toEqual([]);
  });

  it('R1 of one item show that item, opened by its address', { tags: ['full'] }, async () => {
    const { auction, heist, tap, card, math, code } = own;
    const items: readonly [pattern: string, values: (string | number)[], name: string][] = [
      [paths.auction, [auction.id], auction.name],
      [paths.watch, [auction.id], auction.name],
      [paths.tapContest, [tap.id], tap.title],
      [paths.cardGame, [card.id], card.title],
      [paths.mathGame, [math.id], math.title],
      [paths.vault, [heist.id], heist.name],
      [paths.proof, ['card', card.id], card.title],
      [paths.auctionReferral, [auction.id, code], auction.name],
      [paths.heistReferral, [heist.id, code], heist.name],
    ];
    const patterns = Object.values(paths).filter((path) => path.includes(':'));
    expect(items.map(([pattern]) => pattern).sort()).toEqual(patterns.sort());
    const { page, errors } = await visitSignedIn(browser, demo.app, demo.player);
    const missing: string[] = [];
    for (const [pattern, values, name] of items) {
      await page.goto(pathTo(pattern, ...values));
      const shown = page.getByRole('main').getByText(name).filter({ visible: true }).first();
      await shown.waitFor({ timeout: 40_000 }).catch(() => missing.push(`${pattern} does not show ${name}`));
    }
    expect([...missing, ...errors]).toEqual([]);
  });
});
