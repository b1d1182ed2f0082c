import { subjectPage } from '@copup/shared/live-subjects.ts';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { SubjectFeatureParts } from '../feature.ts';
import type { TimelineKind, TimelineSource } from '../operators/item-timeline.ts';
import { cancelOutlook } from './cancel-outlook.ts';
import { cancelRealm } from './cancel-subject.ts';
import { describeSubjectRooms } from './describe-rooms.ts';
import { describeNames } from './describe-subjects.ts';
import { type Published, publishApproved } from './publish-subject.ts';
import { reopenSubject } from './reopen-subject.ts';
import { searchSubjects } from './search-subjects.ts';
import { subjectAdminRoutes } from './subject-admin.routes.ts';
import type { SubjectAdmin } from './subject-admin.ts';
import { subjectChangesRoutes } from './subject-changes.routes.ts';
import { subjectDeletion } from './subject-deletion.ts';
import type { SubjectRow } from './subject-kind.ts';
import { subjectTimeline } from './subject-timeline.ts';

interface OwnParts {
  /** The items that belong to one subject, for its timeline. */
  readonly links: TimelineKind['links'];
  /** Sources of its timeline beside those of every kind. */
  readonly sources?: readonly TimelineSource[];
  /** The column with the kind of room, for a kind with several. */
  readonly roomColumn?: string;
  /** Kinds of rooms of one subject beside the declared ones. */
  readonly furtherRooms?: readonly string[];
  /** The page that the ledger's entries and the preview of a deletion open; by default the players' page of the subject. */
  readonly page?: string;
}

/** Builds what every live subject contributes to a server beside its own calls, rooms and jobs. */
export function subjectParts<
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
  New extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
>(
  deps: Deps,
  admin: SubjectAdmin<Row, Listed, Filters, New, Edit, Reply>,
  { links, sources, roomColumn = "''", furtherRooms = [], page }: OwnParts,
): Omit<SubjectFeatureParts, 'roomKinds' | 'jobs'> {
  const { kind, list, titleOf } = admin;
  const { name, rooms } = kind;
  const pageOf = (row: { id: number; kind: string }) => page ?? subjectPage(kind, row.id, row.kind);
  const describeRoom = describeSubjectRooms(deps, kind);
  const published: Published<Row> = {
    name,
    worth: admin.worth,
    titleOf,
    create: (body, operatorId, publishing) => admin.create(admin.newBody.parse(body), operatorId, publishing),
    edit: (command, body) => admin.edit(command, admin.editBody.parse(body)),
    async reopen(command, body, publishing) {
      const { tx, check } = publishing;
      await check?.lock(tx);
      return reopenSubject(tx, deps, kind, command, () =>
        admin.create(admin.newBody.parse(body), command.operatorId, publishing),
      );
    },
  };
  return {
    routes: [...subjectChangesRoutes(deps, kind), subjectAdminRoutes(deps, admin, published)],
    describeSubjects: {
      [name]: describeNames(deps, { ...kind, kindColumn: roomColumn }, pageOf),
    },
    describeRooms: Object.fromEntries(
      [...Object.keys(rooms), ...furtherRooms].map((room) => [room, describeRoom]),
    ),
    approvedActions: publishApproved(published),
    outlooks: { [`${name}.cancel`]: cancelOutlook(kind) },
    timelines: { [name]: subjectTimeline(kind, links, sources) },
    searches: { [name]: searchSubjects(deps, kind, list, titleOf) },
    deletion: subjectDeletion(kind, roomColumn, pageOf),
    cancelRealm: (realm) => cancelRealm(deps, kind, realm),
  };
}
