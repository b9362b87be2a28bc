import type { ReactElement } from 'react';
import { decisionState } from '../../model/decision-state.ts';
import type { TreeLine } from '../../model/filter-rows.ts';
import type { ServerRow } from '../../model/index.ts';
import { ShownName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';
import { OriginBadge } from '../parts/origin-badge.tsx';

/** The content of a line: its state as a box, the name, the reason, and the cost. */
export function TreeRow({ line }: { readonly line: TreeLine }): ReactElement {
  const state = lineState(line);
  return (
    <span className="mge-row-content">
      <span className="mge-row-twist" data-part="twist">
        {line.kind === 'server' && line.row.tools.length > 0 && <Icon name="chevron" />}
      </span>
      <span className="mge-box" data-part="box" data-state={state}>
        {state !== 'denied' && <Icon name={stateIcons[state]} />}
      </span>
      <span className="mge-row-name">
        <ShownName name={line.row.tool ?? line.row.server} />
        {line.kind === 'tool' && line.row.description !== undefined && (
          <span className="mge-row-words">
            <Pause />
            <bdi>{line.row.description.slice(0, 200)}</bdi>
          </span>
        )}
      </span>
      <span className="mge-row-marks">
        <Pause />
        {line.kind === 'server' ? <ServerMarks line={line} /> : <ToolMarks line={line} />}
      </span>
    </span>
  );
}

const stateIcons = { allowed: 'check', asks: 'question', mixed: 'dash' } as const;

/** Returns the state of a line: `mixed` for a server whose tools have different states. */
export function lineState(line: TreeLine): ServerRow['state'] {
  return line.kind === 'server' ? line.row.state : decisionState(line.row.decision);
}

/** A pause for screen readers between two parts of a line, because they read the content of a line as its name. */
function Pause(): ReactElement {
  return <span className="mge-hidden">, </span>;
}

function ServerMarks({
  line: { row },
}: {
  readonly line: Extract<TreeLine, { readonly kind: 'server' }>;
}): ReactElement {
  const strings = useStrings();
  const allowed = row.tools.filter(({ decision }) => decisionState(decision) !== 'denied').length;
  const isRemarkable = row.availability !== 'connected' && row.availability !== 'known';
  return (
    <>
      {isRemarkable && (
        <span className="mge-badge" data-kind={row.availability} title={strings.availability[row.availability]}>
          <Icon name="warning" />
          <span className="mge-badge-words">{strings.availability[row.availability]}</span>
          <Pause />
        </span>
      )}
      <OriginBadge origin={row.origin} />
      <Pause />
      {row.tools.length > 0 && <span className="mge-count">{strings.allowedOf(allowed, row.tools.length)}</span>}
    </>
  );
}

function ToolMarks({ line: { row } }: { readonly line: Extract<TreeLine, { readonly kind: 'tool' }> }): ReactElement {
  const strings = useStrings();
  return (
    <>
      {row.isNew && <Badge kind="new" text={strings.newTool} />}
      {row.hints?.destructive === true && <Badge kind="destructive" text={strings.destructive} />}
      {!row.isOffered && <Badge text={strings.states['not-offered']} />}
      {decisionState(row.decision) === 'asks' && <Badge kind="asks" text={strings.states.asks} />}
      <OriginBadge origin={row.origin} />
      <Pause />
      {row.isOffered && <span className="mge-count">{strings.tokens(row.tokens)}</span>}
    </>
  );
}

function Badge({ kind, text }: { readonly kind?: string; readonly text: string }): ReactElement {
  return (
    <span className="mge-badge" data-kind={kind}>
      {text}
      <Pause />
    </span>
  );
}
