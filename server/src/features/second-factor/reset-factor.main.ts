import { openDatabase } from '../../db/database.ts';
import { createMail } from '../../mail/create-mail.ts';
import { endSessions } from '../../sessions/session-writes.ts';
import { resetFactorOnHost } from './reset-factor.ts';

// Removes the second factor of one operator in the database of DATABASE_URL. A running server sends the mail about it.
const [email, ...rest] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!email || rest.length > 0 || !url) {
  console.error('Usage: DATABASE_URL=… node server/src/features/second-factor/reset-factor.main.ts EMAIL');
  process.exit(2);
}
const db = openDatabase({ url, poolSize: 1, applicationName: 'copup reset-factor' });
try {
  const mail = createMail({ db, log: { info() {}, warn() {} }, smtpUrl: undefined, from: '' });
  await resetFactorOnHost(db, { sessions: { end: endSessions }, mail }, email);
  console.log(`The second factor of ${email} was removed, and all sessions ended.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await db.close();
}
