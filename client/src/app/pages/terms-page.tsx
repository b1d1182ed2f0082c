import { LegalDocument } from '../../features/legal/legal-document.tsx';
import { termsLead, termsSections } from '../../features/legal/terms-text.tsx';
import { useTitle } from '../../lib/use-title.ts';

export function Page() {
  useTitle('Terms of Service');
  return <LegalDocument title="Terms of Service" lead={termsLead} sections={termsSections} />;
}
