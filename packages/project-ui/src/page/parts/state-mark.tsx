import type { PermissionState } from '@modegate/policy-check/permissions';
import type { ReactElement } from 'react';
import { useStrings } from './strings-context.ts';

const shapes: Readonly<Record<PermissionState, string>> = {
  allowed: 'M3.5 8.5l3 3 6-7',
  limited: 'M3 8h10',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.4c-.6.3-.9.7-.9 1.4M8 12v.2',
  denied: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
};

/** A state as a shape and a colour; the word is there for those who see neither. */
export function StateMark({
  state,
  hasWord = false,
}: {
  readonly state: PermissionState;
  readonly hasWord?: boolean;
}): ReactElement {
  const strings = useStrings();
  return (
    <span className="ui-state" data-state={state}>
      <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={shapes[state]} />
      </svg>
      <span className={hasWord ? undefined : 'mge-hidden'}>{strings.states[state]}</span>
    </span>
  );
}
