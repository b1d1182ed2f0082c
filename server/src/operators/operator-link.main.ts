import { randomBytes } from 'node:crypto';
import { openDatabase } from '../db/database.ts';
import { openLinkOnHost } from './operator-links.ts';

// Prints a link with which a first operator in the database of DATABASE_URL chooses a password (O3a).
const [email, ...rest] = process.argv.slice(2);
const { DATABASE_URL: url, PUBLIC_URL: publicUrl = 'http://localhost:3000' } = process.env;
if (!email || rest.length > 0 || !url) {
  console.error('Usage: npm run operator-link -- EMAIL');
  process.exit(2);
}
const db = openDatabase({ url, poolSize: 1, applicationName: 'copup operator-link' });
try {
  const link = await openLinkOnHost(db, { randomBytes, publicUrl: publicUrl.replace(/\/$/, '') }, email);
  console.log(`${link}\nIt expires in 24 hours, can be used once, and replaces an earlier link.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await db.close();
}
