import { hasRight, needsText, type OperatorRole, rights, rightsOf } from '@copup/shared/rights.ts';
import { useId } from 'react';
import { call } from '../lib/calls.ts';
import { useFresh } from '../lib/read-query.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

/** A call of the console as it is declared: `POST /admin/users/:id/rename`. */
export type Command = `${'POST' | 'PUT' | 'DELETE'} /admin/${string}`;

/** S8: the own role, and the right that each command needs, as its declaration names it. */
export const useOwnRights = () =>
  useFresh(['own-rights'], (signal) => call('GET /admin/rights', { signal }), { staleTime: 30_000 });

/**
 * Returns a function that tells why the own role may not send a command: "Needs finance"; undefined when it may. It hides
 * and disables what would be refused: the server checks each command.
 */
export function useMayChange(): (command: Command | undefined) => string | undefined {
  const { data } = useOwnRights();
  return (command) => {
    if (!data || data.role === 'owner' || command === undefined) return undefined;
    const right = data.commands[command];
    // A server of another version has no such call.
    if (right === undefined) return 'Not available';
    return hasRight(data.role, right) ? undefined : needsText(right);
  };
}

/** A button that sends a command, or opens what does: for other roles it is disabled, with the reason beside it. */
export function CommandButton({ command, ...button }: ButtonProps & { command: Command | undefined }) {
  const reason = useMayChange()(command);
  const id = useId();
  if (reason === undefined) return <Button {...button} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Button {...button} disabled aria-describedby={id} />
      <span id={id} className="text-xs whitespace-nowrap text-ink-2">
        {reason}
      </span>
    </span>
  );
}

/** What a role may do, a line each. */
export const RightsList = ({ role }: { role: OperatorRole }) => (
  <ul className="list-disc pl-5">
    {rightsOf(role).map((right) => (
      <li key={right}>{rights[right]}</li>
    ))}
  </ul>
);
