// Runs before the first paint, so that a dark page does not flash light. It is a file because the CSP allows no inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be disabled; the system's theme is used then.
  }
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = isDark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  // The component gallery has none.
  if (bar) bar.content = bar.dataset[theme];
})();
