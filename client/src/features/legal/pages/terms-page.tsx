import { LegalDocument } from '../legal-document.tsx';
import { terms } from '../terms-text.ts';

export function Page() {
  return <LegalDocument title="Terms of Service" text={terms} />;
}
