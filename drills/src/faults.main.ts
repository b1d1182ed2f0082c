import { allDrills } from './all-drills.ts';
import { readOptions, usage } from './faults-options.ts';
import { openLiveLine } from './live-line.ts';
import { runDrill } from './run-drill.ts';
import { endAllRunning } from './running.ts';

const options = readOptions(process.argv.slice(2), allDrills);
if (typeof options === 'string') {
  console.error(`${options}\n\n${usage}`);
  process.exit(2);
}
if (options.isList) {
  const width = Math.max(...allDrills.map(({ name }) => name.length));
  for (const { name, fault, holds } of allDrills) console.log(`${name.padEnd(width)}  ${fault} [${holds}]`);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.log('\ninterrupted; stopping the drill');
    void endAllRunning().then(() => process.exit(130));
  });
}

const endAtMs = options.minutes === undefined ? undefined : Date.now() + options.minutes * 60_000;
const failed: string[] = [];
let passed = 0;
for (let round = 0; round === 0 || endAtMs !== undefined; round += 1) {
  if (endAtMs !== undefined && Date.now() > endAtMs) break;
  // Each round makes other random choices, which its seed repeats.
  const seed = options.seed + round;
  for (const drill of options.drills) {
    if (endAtMs !== undefined && Date.now() > endAtMs) break;
    if (drill.isRootOnly && process.getuid?.() !== 0) {
      console.log(`- ${drill.name}: skipped, needs root`);
      continue;
    }
    const live = openLiveLine(process.stdout, drill.name);
    const { violations, report } = await runDrill(drill, { seed, isShort: false, announce: live.announce });
    const seconds = live.close();
    if (violations.length === 0) {
      passed += 1;
      console.log(`✓ ${drill.name} (${seconds} s, seed ${seed}): ${drill.holds}`);
      continue;
    }
    failed.push(drill.name);
    console.log(`✗ ${drill.name} (${seconds} s): ${drill.fault}\n${report}`);
    for (const violation of violations.slice(0, 10)) console.log(`  ✗ ${violation}`);
    console.log(`  repeat with: npm run faults -- ${drill.name} --seed ${seed}`);
  }
}
console.log(
  `\n${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
