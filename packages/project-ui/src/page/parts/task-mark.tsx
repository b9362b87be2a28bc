import type { PermissionState } from '@modegate/policy-check/permissions';
import { useStrings } from '@modegate/restrictions-editor/views';
import type { TaskState } from '@modegate/session-store';
import type { ReactElement } from 'react';

const shapes: Readonly<Record<TaskState, string>> = {
  pending: 'M8 3.5a4.5 4.5 0 1 0 .01 0M8 5.5v3h2.5',
  active: 'M5.5 3.5v9l7-4.5z',
  delegated: 'M3.5 3.5v5h9M9.5 5.5l3 3-3 3',
  completed: 'M3.5 8.5l3 3 6-7',
  failed: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  cancelled: 'M3 8h10',
};

/** The colours of permissions have the same meaning here; all other colours are neutral. */
const colours: Readonly<Partial<Record<TaskState, PermissionState>>> = {
  active: 'allowed',
  delegated: 'limited',
  completed: 'allowed',
};

/** The state of a task as a shape, a colour and a word. */
export function TaskMark({ state }: { readonly state: TaskState }): ReactElement {
  const strings = useStrings();
  return (
    <span className={`mgv-state ${state === 'failed' ? 'mgv-bad' : 'mge-muted'}`} data-state={colours[state]}>
      <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={shapes[state]} />
      </svg>
      {strings.taskStates[state]}
    </span>
  );
}
