import type { TestProject } from 'vitest/node';
import { App } from '../support/app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all staged pages, which take only the client's files from it. */
    stagedUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = await App.start();
  project.provide('stagedUrl', app.url);
  return () => app.stop();
}
