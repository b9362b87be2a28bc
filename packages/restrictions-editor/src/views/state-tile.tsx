import type { PictureState, ToolPicture } from '@modegate/policy-check/page';
import type { CellState } from '@modegate/policy-check/permissions';
import type { ReactElement, ReactNode } from 'react';
import { useStrings } from '../words/words.ts';
import { ShownName } from './shown-text.tsx';
import { StateMark } from './state-mark.tsx';

/** Maps the states of a whole group or server to those of one tool. */
export const tileStates: Readonly<Record<PictureState, CellState>> = {
  open: 'allowed',
  limited: 'limited',
  closed: 'denied',
};

interface StateTileProps {
  readonly state: CellState;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A tile for a group of tools or a server; a word and a border show its state. */
export function StateTile({ state, title, children }: StateTileProps): ReactElement {
  return (
    <li className="mgv-tile" data-state={state}>
      <h4>
        {title}
        <StateMark state={state} word />
      </h4>
      {children}
    </li>
  );
}

interface ToolListProps {
  /** Tools or commands to list. */
  readonly tools: readonly ToolPicture[];
  /** Default: the number of tools. */
  readonly title?: string | undefined;
  readonly isOpen: boolean;
}

const maxTools = 300;

/** Tools with their states, collapsed so that only the number of tools is visible. */
export function ToolList({ tools, title, isOpen }: ToolListProps): ReactElement | null {
  const strings = useStrings();
  if (tools.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>{title ?? strings.toolCount(tools.length)}</summary>
      <ul className="mgv-tools">
        {tools.slice(0, maxTools).map(({ name, state, reason }) => (
          <li key={name} title={reason}>
            <StateMark state={state} />
            <span className="mge-mono">
              <ShownName name={name} />
            </span>
          </li>
        ))}
      </ul>
      {tools.length > maxTools && <p className="mge-muted">{strings.moreTools(tools.length - maxTools)}</p>}
    </details>
  );
}
