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
    console.log('\ninterrupted; ending what runs');
    void endAllRunning().then(() => process.exit(130));
  });
}

const endAtMs = options.minutes === undefined ? undefined : Date.now() + options.minutes * 60_000;
const broken: string[] = [];
let passed = 0;
for (let round = 0; round === 0 || endAtMs !== undefined; round += 1) {
  if (endAtMs !== undefined && Date.now() > endAtMs) break;
  // Another round is another choice of moments, and just as repeatable.
  const seed = options.seed + round;
  for (const drill of options.drills) {
    if (endAtMs !== undefined && Date.now() > endAtMs) break;
    if (drill.isRootOnly && process.getuid?.() !== 0) {
      console.log(`- ${drill.name}: left out, needs root`);
      continue;
    }
    const live = openLiveLine(process.stdout, drill.name);
    const { faults, report } = await runDrill(drill, { seed, isShort: false, tell: live.tell });
    const seconds = live.close();
    if (faults.length === 0) {
      passed += 1;
      console.log(`✓ ${drill.name} (${seconds} s, seed ${seed}): ${drill.holds}`);
      continue;
    }
    broken.push(drill.name);
    console.log(`✗ ${drill.name} (${seconds} s): ${drill.fault}\n${report}`);
    for (const fault of faults.slice(0, 10)) console.log(`  ✗ ${fault}`);
    console.log(`  again: npm run faults -- ${drill.name} --seed ${seed}`);
  }
}
console.log(`\n${passed} held, ${broken.length} broken${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`);
process.exitCode = broken.length === 0 ? 0 : 1;
