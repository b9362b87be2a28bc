import type { ReactElement } from 'react';
import { Prose } from './shown-text.tsx';

/** An error message. */
export function Failure({ text }: { readonly text: string }): ReactElement {
  return (
    <p className="mge-notice" data-kind="error" role="alert">
      <Prose text={text} />
    </p>
  );
}

/** A sentence in place of an answer that has not come yet, or why it did not come. */
export function Placeholder({
  text,
  failure,
}: {
  readonly text: string;
  readonly failure: string | undefined;
}): ReactElement {
  if (failure !== undefined) return <Failure text={failure} />;
  return (
    <p className="mge-empty" role="status">
      {text}
    </p>
  );
}
