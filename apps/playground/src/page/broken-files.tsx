import { Prose } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { BrokenFile } from '../answers/questions.ts';

interface BrokenFilesProps {
  readonly broken: readonly BrokenFile[];
  /** What follows from them, as a sentence. */
  readonly consequence: string;
}

/** Files that cannot be used. */
export function BrokenFiles({ broken, consequence }: BrokenFilesProps): ReactElement | null {
  if (broken.length === 0) return null;
  return (
    <div className="mge-notice" data-kind="error" role="status">
      <p>
        {broken.map(({ file, message }) => (
          <span key={file}>
            <strong>
              <Prose text={file} />
            </strong>{' '}
            cannot be used: <Prose text={message} />{' '}
          </span>
        ))}
        {consequence}
      </p>
    </div>
  );
}
