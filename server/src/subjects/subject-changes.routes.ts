import { changesCalls, leaveCalls } from '@copup/shared/calls/subjects.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { SubjectChanges } from '@copup/shared/subjects.ts';
import type { Deps } from '../deps.ts';
import { routes } from '../routes.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { type Correction, findCopy, listCorrections } from './corrections.ts';
import { leaveSubject } from './leave-subject.ts';
import { type Cancelled, isOpen, isOver, type SubjectKind, type SubjectRow } from './subject-kind.ts';
import { findSubject } from './subject-rows.ts';

type ChangesDeps = Pick<Deps, 'db' | 'newId' | 'clock'>;

/** Builds {calls}/changes/{id} (A14), and {calls}/leave/{id} of a kind that takes entries before it starts. */
export const subjectChangesRoutes = <Row extends SubjectRow>(deps: ChangesDeps, kind: SubjectKind<Row>) => {
  const [notFound, ended] = [kind.errors.notFound().code, kind.errors.ended().code];
  const readings = routes(changesCalls(kind.plural, kind.calls, notFound), {
    'GET /changes/:id': ({ viewer, params }) => readChanges(deps, kind, viewer, params.id),
  });
  const leaving = routes(leaveCalls(kind.plural, kind.calls, notFound, ended), {
    'POST /leave/:id': ({ viewer, params, key }) => leaveSubject(deps, kind, { id: params.id, viewer, key }),
  });
  return kind.leaving === null ? [readings] : [readings, leaving];
};

/** Returns what was corrected after the viewer's entry, and the copy of a cancelled subject (A14). */
async function readChanges<Row extends SubjectRow>(
  { db, clock }: ChangesDeps,
  kind: SubjectKind<Row>,
  { userId, realm }: Viewer,
  id: number,
): Promise<SubjectChanges> {
  const row = await findSubject<Row & Cancelled>(db, kind, id);
  if (!row || row.realm !== realm) throw kind.errors.notFound();
  const now = new Date(clock.wallMs());
  const isOpenToLeave = isOpen(kind, row) && !isOver(row, now) && kind.mayCorrect(row, now);
  const corrections = isOpenToLeave ? await listCorrections(db, kind, id, userId) : [];
  return {
    corrections: corrections.map(toWire),
    refund: corrections.length > 0 ? kind.entryFee(row) : null,
    ...(isCancelled(kind, row)
      ? { cancel_reason: row.cancelReason, copy_id: await findCopy(db, kind, id) }
      : { cancel_reason: null, copy_id: null }),
  };
}

const isCancelled = <Row extends SubjectRow>({ cancelledStatus }: SubjectKind<Row>, row: Row): boolean =>
  row.status === cancelledStatus || row.finalStatus === cancelledStatus;

const toWire = ({ at, fields }: Correction) => ({
  at: at.toISOString(),
  fields: fields.map(({ field, before, after }) =>
    field === 'image'
      ? { field, before: imageUrl(before || null), after: imageUrl(after) }
      : { field, before, after },
  ),
});
