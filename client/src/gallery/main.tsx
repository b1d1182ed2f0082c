import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '../app/app.css';
import { Toaster } from '../ui/toaster.tsx';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <MemoryRouter initialEntries={['/dashboard']}>
      <Gallery />
      <Toaster />
    </MemoryRouter>
  </StrictMode>,
);
