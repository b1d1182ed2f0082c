import { create } from 'zustand';
import { writeStored } from './stored.ts';

type Theme = 'light' | 'dark';

/** The current theme. public/theme.js sets it before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
}));

export function switchTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = bar.dataset[theme] ?? bar.content;
  writeStored('theme', theme);
  useTheme.setState({ theme });
}
