import { LegalDocument } from '../legal-document.tsx';
import { privacy } from '../privacy-text.ts';

export function Page() {
  return <LegalDocument title="Privacy Policy" text={privacy} />;
}
