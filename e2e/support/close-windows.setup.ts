import { closeWindowsAfterFile } from './shared-browser.ts';

closeWindowsAfterFile();
