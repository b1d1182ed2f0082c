import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

const afterMs = 3_000;

interface HandOverProps {
  title: string;
  to: string;
  state?: unknown;
  children?: string;
}

/** Shows a success; the next screen follows after three seconds, or at once on request. */
export function HandOver({ title, to, state, children }: HandOverProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { state }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, state]);
  return (
    <div className="grid gap-3.5">
      <Note look="ok" role="status" title={title}>
        {children}
      </Note>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
        <div className="h-full origin-left animate-hand-over bg-brand" />
      </div>
      <Button look="ink" onClick={() => void navigate(to, { state })}>
        Continue now
      </Button>
    </div>
  );
}
