import type { ReactElement } from 'react';
import type { CommandPart, CommandParts, RulePlace } from '../model/explain-call.ts';
import { markParts } from '../model/mark-parts.ts';
import { useStrings } from '../words/words.ts';
import { Prose, ShownName, showLines } from './shown-text.tsx';

interface CommandPartsViewProps {
  readonly parts: CommandParts;
  /** Shows a line of a file; absent if files cannot be shown. */
  readonly onReveal?: ((place: RulePlace) => void) | undefined;
}

/** A command with the decision on each of its programs and files. */
export function CommandPartsView({ parts: { text, list }, onReveal }: CommandPartsViewProps): ReactElement {
  const strings = useStrings();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it. */}
      <pre className="mge-command" tabIndex={0}>
        {markParts(text, list).map(({ start, text: piece, outcome }) =>
          outcome === undefined ? (
            <span key={start}>{showLines(piece)}</span>
          ) : (
            <mark key={start} data-state={outcome}>
              {showLines(piece)}
            </mark>
          ),
        )}
      </pre>
      <ol className="mge-parts" aria-label={strings.partByPart}>
        {list.map((part) => (
          <Part key={`${part.position} ${part.kind} ${part.access} ${part.path}`} part={part} onReveal={onReveal} />
        ))}
      </ol>
    </>
  );
}

function Part({
  part,
  onReveal,
}: { readonly part: CommandPart } & Pick<CommandPartsViewProps, 'onReveal'>): ReactElement {
  const strings = useStrings();
  const { kind, text, access, path, outcome, reason, rule, place } = part;
  const by = place === undefined ? rule : `${place.file}:${place.line}`;
  return (
    <li data-state={outcome}>
      <span className="mge-state" data-state={outcome}>
        {kind === 'unreadable' ? strings.unreadable : strings.states[outcome]}
      </span>
      <span>
        {access !== undefined && <span className="mge-muted">{strings.accesses[access]} </span>}
        {access !== undefined && path === undefined ? (
          strings.unnamedFile
        ) : (
          <code className="mge-code">
            <ShownName name={path ?? text} />
          </code>
        )}
        <span className="mge-part-rule">
          <Prose text={reason ?? strings.by(by)} />
          {place !== undefined && onReveal !== undefined && (
            <button type="button" className="mgv-place" onClick={() => onReveal(place)}>
              {strings.showLine}
            </button>
          )}
        </span>
      </span>
    </li>
  );
}
