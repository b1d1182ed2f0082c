/**
 * The oldest supported versions, by their names in MDN's compatibility data. The README lists them, and `npm test` checks the
 * built files against them.
 */
export const supportedBrowsers = {
  chrome: 103,
  chrome_android: 103,
  samsunginternet_android: 20,
  opera_android: 71,
  safari: 16,
  safari_ios: 16,
  firefox: 115,
  firefox_android: 115,
};

/** The same versions for the compiler of scripts and styles. */
export const buildTargets = ['chrome103', 'safari16', 'ios16', 'firefox115'];
