import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './main.css';
import { App } from './app/app.tsx';
import { whenFirstPageIsLoaded } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
// Until then the HTML's loader or hero stays. As a transition, the first render
// does not block the browser.
void whenFirstPageIsLoaded().then(() =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
