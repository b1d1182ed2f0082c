import { join } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { root } from '../data-folder.ts';
import { activeMutant } from './instrument.ts';
import type { FileResult, Order, OrderResult } from './runner.ts';
import { isIntegration } from './targets.ts';

// Runs the test files of each order that its parent sends, with one mutant. The workers of Vitest end with each order, so
// that the modules are loaded with the mutant.
const [workers = '1', bail = '1'] = process.argv.slice(2);
const vitest = await createVitest('test', {
  root,
  config: join(root, 'scripts', 'mutation', 'vitest.config.ts'),
  project: ['unit', 'integration'],
  watch: false,
  silent: true,
  reporters: [{ onTestModuleEnd: (module) => console.log(module.state(), module.relativeModuleId) }],
  maxWorkers: Number(workers),
  bail: Number(bail),
});

process.on('disconnect', () => process.exit(1));
process.on('message', async (order: Order) => {
  process.send?.(await run(order));
});
process.send?.('ready');

async function run({ mutant, files }: Order): Promise<OrderResult> {
  process.env[activeMutant] = mutant;
  // `bail` counts all failed tests that Vitest remembers, also those of earlier orders.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  const specifications = files.map(({ file, testIds }) => {
    const name = isIntegration(file) ? 'integration' : 'unit';
    const project = vitest.projects.find((each) => each.name === name);
    if (!project) throw new Error(`Vitest has no project ${name}.`);
    return project.createSpecification(join(root, file), testIds && { testIds });
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const error = unhandledErrors[0];
  return { files: testModules.map(resultOf), error: error === undefined ? undefined : textOf(error) };
}

function resultOf(module: TestModule): FileResult {
  const { duration, collectDuration } = module.diagnostic();
  const [failed] = module.children.allTests('failed');
  const [error] = module.errors();
  const failure = failed?.fullName ?? (error && textOf(error));
  return {
    file: module.relativeModuleId,
    failure: failure ?? (module.state() === 'failed' ? 'a hook failed' : undefined),
    durationMs: Math.round(duration + collectDuration),
    reached: module.meta().reached ?? [],
    tests: [...module.children.allTests('passed')].map((test) => ({
      id: test.id,
      durationMs: Math.round(test.diagnostic()?.duration ?? 0),
      reached: test.meta().reached ?? [],
    })),
  };
}

function textOf(error: unknown): string {
  return String((error as { message?: unknown }).message ?? error).split('\n')[0] ?? '';
}
