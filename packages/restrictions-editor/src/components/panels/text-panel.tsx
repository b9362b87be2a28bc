import { type ReactElement, useMemo } from 'react';
import { type CompiledDraft, type DiffLine, diffText } from '../../model/index.ts';
import { useStrings } from '../parts/strings-context.ts';

/** The text that will be written, as a diff. */
export function TextPanel({ compiled }: { readonly compiled: CompiledDraft }): ReactElement {
  const strings = useStrings();
  const lines = useMemo(() => diffText(compiled), [compiled]);
  if (compiled.failure !== undefined)
    return (
      <div className="mge-notice" data-kind="error">
        <strong>{strings.cannotWrite}</strong>
        <p>
          <bdi>{compiled.failure}</bdi>
        </p>
      </div>
    );
  if (lines.length === 0) return <p className="mge-muted">{strings.nothingWritten}</p>;
  return (
    <figure className="mge-diff">
      <figcaption>{strings.willBeWritten(compiled.opened.project.edited.file)}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="mge-diff-lines" tabIndex={0} aria-label={strings.tabs.text}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a diff is replaced as a whole.
          <div key={index} className="mge-diff-line" data-kind={line.kind}>
            <span className="mge-diff-number">{line.before ?? ''}</span>
            <span className="mge-diff-number">{line.after ?? ''}</span>
            <span className="mge-diff-sign">
              <span aria-hidden="true">{signs[line.kind]}</span>
              {line.kind === 'added' && <span className="mge-hidden">{strings.lineAdded}</span>}
              {line.kind === 'removed' && <span className="mge-hidden">{strings.lineRemoved}</span>}
            </span>
            <code>{line.text}</code>
          </div>
        ))}
      </section>
    </figure>
  );
}

const signs: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', kept: ' ', gap: '⋯' };
