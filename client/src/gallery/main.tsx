import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { switchTheme, useTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';
import { ButtonShelf, FieldShelf } from './field-shelves.tsx';
import { NavigationShelves } from './navigation-shelves.tsx';
import { NoticeShelves } from './notice-shelves.tsx';
import { PlayShelves } from './play-shelves.tsx';

import '../app/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <MemoryRouter initialEntries={['/dashboard']}>
      <Gallery />
    </MemoryRouter>
  </StrictMode>,
);

/**
 * Shows the components that are used in many places, and those that move or announce changes, for review and tests.
 * Not part of the production build.
 */
function Gallery() {
  const theme = useTheme((choice) => choice.theme);
  return (
    <main className="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-7 px-4 pt-5 pb-15 lg:grid-cols-2 lg:px-10 lg:pt-8">
      <header className="flex flex-wrap items-center justify-between gap-3 lg:col-span-2">
        <h1 className="text-2xl">Components and states</h1>
        <Button look="line" size="sm" onClick={() => switchTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? 'Light theme' : 'Dark theme'}
        </Button>
      </header>
      <ButtonShelf />
      <FieldShelf />
      <NavigationShelves />
      <NoticeShelves />
      <PlayShelves />
    </main>
  );
}
