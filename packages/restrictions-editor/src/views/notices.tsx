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

/** A sentence shown in place of a pending answer, or the error that occurred instead. */
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
