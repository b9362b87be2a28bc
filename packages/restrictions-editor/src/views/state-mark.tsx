import type { CellState } from '@modegate/policy-check/permissions';
import type { ReactElement } from 'react';
import { useStrings } from '../words/words.ts';

const shapes: Readonly<Record<CellState, string>> = {
  allowed: 'M3.5 8.5l3 3 6-7',
  limited: 'M2.5 9.5c2-4 3.8-3.4 5.5-1.5s3.500 2.500 5.500-1.500',
  asks: 'M8 3v6M8 12v.2',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.4c-.6.3-.9.7-.9 1.4M8 12v.2',
  denied: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  'not-offered': 'M3 8h10',
};

/** A state as a shape and a colour; the word for the state is visible, or available only to screen readers. */
export function StateMark({ state, word }: { readonly state: CellState; readonly word?: string | true }): ReactElement {
  const strings = useStrings();
  return (
    <span className="mgv-state" data-state={state}>
      <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={shapes[state]} />
      </svg>
      <span className={word === undefined ? 'mge-hidden' : undefined}>
        {typeof word === 'string' ? word : strings.states[state]}
      </span>
    </span>
  );
}

/** A legend of the states and the words for them. */
export function Legend({ states }: { readonly states: readonly CellState[] }): ReactElement {
  return (
    <p className="mgv-legend">
      {states.map((state) => (
        <StateMark key={state} state={state} word />
      ))}
    </p>
  );
}
