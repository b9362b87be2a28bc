import type { ReactElement } from 'react';
import type { BrokenFile } from '../answers/questions.ts';
import { Prose } from './prose.tsx';

/** Why there is no answer. */
export function Failure({ text }: { readonly text: string }): ReactElement {
  return (
    <p className="mge-notice" data-kind="error" role="alert">
      <Prose text={text} />
    </p>
  );
}

/** Files that cannot be used, and what follows from that. */
export function BrokenFiles({
  broken,
  consequence,
}: {
  readonly broken: readonly BrokenFile[];
  readonly consequence: string;
}): ReactElement | null {
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
