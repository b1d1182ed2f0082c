import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Chip } from '../../ui/chip.tsx';
import { capitalized, statusWord } from '../capitalized.ts';
import type { Queued, QueueKind } from '../queue/decision.ts';
import { ItemPanel } from '../queue/item-panel.tsx';
import { PictureDialog } from '../queue/picture-dialog.tsx';
import { ItemPage } from './item-page.tsx';

/** One payment, payout or trade: the person, the facts and the decisions of its queue, and what happened. */
export function QueueItemPage<Item extends Queued>({ kind }: { kind: QueueKind<Item> }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isViewing, setIsViewing] = useState(false);
  const { resource, noun } = kind;
  return (
    <ItemPage<Item>
      kind={noun}
      resource={resource}
      titleOf={({ id }) => `${capitalized(noun)} ${id}`}
      status={({ status }) => (
        <Chip look={status === 'pending' ? 'warn' : 'plain'}>{statusWord(status)}</Chip>
      )}
      subLine={(item) => `${isolate(item.full_name)}, ${kind.subLine(item)}`}
      main={(item) => {
        const reload = () => void client.invalidateQueries({ queryKey: ['item', noun, String(item.id)] });
        return (
          <>
            <ItemPanel
              kind={kind}
              item={item}
              onNext={() => void navigate(operatorPath(resource))}
              onView={() => setIsViewing(true)}
              onDone={reload}
              onConflict={reload}
            />
            {isViewing && kind.pictureOf ? (
              <PictureDialog
                path={kind.pictureOf(item)}
                name={`Screenshot of ${isolate(item.full_name)}`}
                onClose={() => setIsViewing(false)}
              />
            ) : null}
          </>
        );
      }}
    />
  );
}
