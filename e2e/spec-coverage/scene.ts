import { setTimeout as pause } from 'node:timers/promises';
import type { UserState } from '@copup/shared/users.ts';
import type { Page } from 'playwright-core';
import { type Answer, ngozi, type StagedPage, type StagedUser } from '../screens/staged-page.ts';
import { readVisible, shows } from './visible.ts';

/** A screen in a state, with the texts of the specification that the user sees there. */
export interface Scene {
  /** The address that is opened. */
  at: string;
  texts: readonly string[];
  /** The part of the page that shows the texts, where another part shows the same words. Default: the page. */
  within?: string;
  /** Texts that are the name, the placeholder or the description of a field, button or picture. */
  labels?: readonly string[];
  /** Default: a player. Null for a visitor. */
  user?: StagedUser | null;
  wallet?: Partial<UserState> | undefined;
  /** Replies of the API by path. */
  replies?: Readonly<Record<string, Answer>>;
  /** Sets further replies, and rooms. */
  stage?: (staged: StagedPage) => void;
  /** Whether the scene changes the clock or the network of its page, which no other scene may use. */
  isAlone?: true;
  /** Whether the screen breaks, which the browser reports as an error. */
  breaks?: true;
  /** What the user does after the address is open. The texts may appear before, during or after it. */
  steps?: (page: Page, staged: StagedPage) => Promise<unknown>;
}

export const failed: Answer = { status: 500 };
export const refused = (status: number, code: string, message: string): Answer => ({
  status,
  json: { code, message },
});
/** Presses the buttons with these names, one after the other. */
export const press =
  (...names: (string | RegExp)[]): ((page: Page) => Promise<void>) =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };

/** Scenes of one address. Each adds to what they share, also to the replies. */
export const scenesAt = (
  at: string,
  shared: Omit<Partial<Scene>, 'at'>,
  scenes: readonly (Omit<Partial<Scene>, 'at'> & Pick<Scene, 'texts'>)[],
): Scene[] =>
  scenes.map((scene) => ({ at, ...shared, ...scene, replies: { ...shared.replies, ...scene.replies } }));
/** The same for visitors. */
export const visitorsAt = (...[at, shared, scenes]: Parameters<typeof scenesAt>): Scene[] =>
  scenesAt(at, { user: null, ...shared }, scenes);

/** A page of the app without a guard and without specified texts. */
const waitingRoom = '/unauthorized';
/** Only bounds a wait for a text that does not appear. */
const timeoutMs = 40_000;

/** Shows the scene and returns the texts that do not become visible, each with the address. */
export async function missingOf(scene: Scene, staged: StagedPage): Promise<string[]> {
  const { page, errors } = staged.visitor;
  const { user = ngozi, at, replies = {} } = scene;
  await open(staged, scene, user, replies);
  const wanted = new Map<string, 'texts' | 'labels'>();
  for (const text of scene.texts) wanted.set(text, 'texts');
  for (const text of scene.labels ?? []) wanted.set(text, 'labels');
  const problems: string[] = [];
  let end = Number.POSITIVE_INFINITY;
  const steps = Promise.resolve(scene.steps?.(page, staged))
    .catch((error: unknown) => problems.push(`${at}: the steps fail: ${String(error)}`))
    .finally(() => {
      end = performance.now() + timeoutMs;
    });
  while (wanted.size > 0 && performance.now() < end && problems.length === 0) {
    const visible = await readVisible(page, scene.within ?? 'body');
    for (const [text, kind] of wanted) if (shows(visible[kind], text)) wanted.delete(text);
    await pause(30);
  }
  await steps;
  for (const text of wanted.keys()) problems.push(`${at} does not show: ${text}`);
  const thrown = errors.splice(0).map((error) => `${at}: ${error}`);
  if (!scene.breaks) problems.push(...thrown);
  return problems;
}

async function open(
  staged: StagedPage,
  { at, wallet, stage }: Scene,
  user: StagedUser | null,
  replies: Readonly<Record<string, Answer>>,
): Promise<void> {
  const { page } = staged.visitor;
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-toasts] button')) button.click();
  });
  await staged.navigate(waitingRoom);
  const heading = page.getByRole('heading', { level: 1, name: 'Unauthorized' });
  await heading.waitFor();
  await staged.startOver();
  staged.stageUser(user, wallet);
  for (const [path, answer] of Object.entries(replies)) staged.answer(path, answer);
  stage?.(staged);
  if (user) await staged.signIn(user);
  await staged.navigate(at);
  await heading.waitFor({ state: 'detached' });
}

/** Loads the app; all scenes of the page are shown without another load. */
export async function openWaitingRoom({ visitor }: StagedPage): Promise<void> {
  await visitor.page.goto(waitingRoom);
}
