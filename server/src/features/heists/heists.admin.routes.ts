import { AdminHeist, AdminHeistsQuery, EditHeistBody, NewHeistBody } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Deps } from '../../deps.ts';
import { subjectParts } from '../../subjects/subject-parts.ts';
import { heistLinks } from './heist-views.queries.ts';
import { heistList } from './heists.admin.queries.ts';
import { heistKind } from './heists.subject.ts';
import { toAdminHeist } from './heists.wire.ts';
import { createHeist, editHeist } from './write-heist.ts';

/** /api/admin/heists (O3), and what operators read of heists elsewhere. */
export const heistParts = (deps: Deps) =>
  subjectParts(
    deps,
    {
      kind: heistKind,
      list: heistList,
      filters: AdminHeistsQuery,
      newBody: NewHeistBody,
      editBody: EditHeistBody,
      reply: AdminHeist,
      toReply: toAdminHeist,
      create: (body, ...by) => createHeist(deps, body, ...by),
      edit: (command, body) => editHeist(deps, command, body),
      writeErrors: ['REWARDS_TOO_LOW'],
      worth: (row) => (row.category === 'cash' ? row.subsidy : row.prize),
      titleOf: ({ name }) => name,
      summaries: {
        list: 'Heists of a realm; the total is in Content-Range',
        create:
          'Creates a heist with its committed answer (H3) and its subsidy (L7), in the state of its times (H1)',
        edit: 'Edits a heist: all of it until the first ticket is sold or it is on hold, afterwards only its texts',
        cancel: 'Cancels a heist: the subsidy is returned and tickets are refunded (H1)',
      },
    },
    { links: heistLinks, furtherRooms: ['vault'], page: paths.heists },
  );
