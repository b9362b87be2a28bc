import type { ReactElement } from 'react';
import type { BrokenFile } from '../model/broken-files.ts';
import { useStrings } from '../words/words.ts';
import { Prose } from './shown-text.tsx';

interface BrokenFilesProps {
  readonly files: readonly BrokenFile[];
  /** The consequence, as a sentence. Default: everything that the files may restrict is refused. */
  readonly consequence?: string | undefined;
}

/** A banner that lists the files that cannot be used. */
export function BrokenFiles({ files, consequence }: BrokenFilesProps): ReactElement | null {
  const strings = useStrings();
  if (files.length === 0) return null;
  return (
    <div className="mge-notice" data-kind="error" role="status">
      <p>
        {files.map(({ file, message }) => (
          <span key={file}>
            <Prose text={strings.fileBroken(file, message)} />{' '}
          </span>
        ))}
        {consequence ?? strings.refusedUntilRead}
      </p>
    </div>
  );
}
