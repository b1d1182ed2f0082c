import { useTitle } from '../../../lib/use-title.ts';
import { LegalDocument } from '../legal-document.tsx';
import { privacyLead, privacySections } from '../privacy-text.tsx';

export function Page() {
  useTitle('Privacy Policy');
  return <LegalDocument title="Privacy Policy" lead={privacyLead} sections={privacySections} />;
}
