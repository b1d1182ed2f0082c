import { parentPort, workerData } from 'node:worker_threads';
import { readStatement } from './read-statement.ts';
import { lineKeys } from './statement-line.ts';

// A thread of its own: reading some megabytes would hold other requests up.
const { bytes, layout, bank } = workerData;
const statement = readStatement(bytes, layout);
parentPort?.postMessage({ ...statement, keys: lineKeys(bank, statement.lines) });
