import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './main.css';
import { App } from './app/app.tsx';
import { whenFirstPageIsLoaded } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
// Until then the HTML's own loader or hero stays. Not awaited: the pages import this very file. As a transition the first
// render lets the browser in between.
void whenFirstPageIsLoaded().then(() =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
