import { useTitle } from '../../../lib/use-title.ts';
import { LegalDocument } from '../legal-document.tsx';
import { termsLead, termsSections } from '../terms-text.tsx';

export function Page() {
  useTitle('Terms of Service');
  return <LegalDocument title="Terms of Service" lead={termsLead} sections={termsSections} />;
}
