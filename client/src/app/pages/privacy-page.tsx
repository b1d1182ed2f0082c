import { LegalDocument } from '../../features/legal/legal-document.tsx';
import { privacyLead, privacySections } from '../../features/legal/privacy-text.tsx';
import { useTitle } from '../../lib/use-title.ts';

export function Page() {
  useTitle('Privacy Policy');
  return <LegalDocument title="Privacy Policy" lead={privacyLead} sections={privacySections} />;
}
