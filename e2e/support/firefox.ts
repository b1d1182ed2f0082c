import puppeteer, { type Browser } from 'puppeteer-core';

/** Launches Firefox from FIREFOX_PATH, which `npm test` finds or installs. Its home is the profile's folder. */
export function launchFirefox(home: string): Promise<Browser> {
  const executablePath = process.env.FIREFOX_PATH;
  if (!executablePath)
    throw new Error('Firefox was not found: install the package "firefox-esr", or set FIREFOX_PATH');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...process.env, HOME: home },
  });
}
