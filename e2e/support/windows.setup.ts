import { afterEach } from 'vitest';
import { closeWindowsAfterFile, showWindowsOfFailure } from './shared-browser.ts';

closeWindowsAfterFile();
afterEach(({ task }) => showWindowsOfFailure(task));
