import { type ReactElement, useMemo } from 'react';
import { diffText } from '../../model/index.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { DiffLines } from '../../views/diff-lines.tsx';
import { useStrings } from '../../words/words.ts';

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
  return <DiffLines title={strings.willBeWritten(compiled.opened.project.edited.file)} lines={lines} />;
}
