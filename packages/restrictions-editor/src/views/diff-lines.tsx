import type { ReactElement } from 'react';
import type { DiffLine } from '../model/preview-change.ts';
import { useStrings } from '../words/words.ts';

interface DiffLinesProps {
  readonly title: string;
  readonly lines: readonly DiffLine[];
}

/** The changed lines of one file. */
export function DiffLines({ title, lines }: DiffLinesProps): ReactElement {
  const strings = useStrings();
  return (
    <figure className="mge-diff">
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="mge-diff-lines" tabIndex={0} aria-label={title}>
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
