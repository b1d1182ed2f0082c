import type { Row } from './rows.ts';

export interface Call extends Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api. */
  path: string;
  query?: readonly string[];
  body?: readonly string[];
  /** The body is a form with a file. */
  multipart?: true;
  /** Fields of the reply, or of each of its rows. */
  reply?: readonly string[];
}
