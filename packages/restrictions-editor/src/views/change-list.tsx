import type { ReactElement } from 'react';
import { useStrings } from '../words/words.ts';
import { Prose } from './shown-text.tsx';

/** A permission that was granted or revoked, as a sentence. */
export interface ShownChange {
  readonly mayGrant: boolean;
  readonly message: string;
  /** A label such as `gained`, shown before the sentence. Default: none. */
  readonly kind?: string | undefined;
}

interface ChangeListProps {
  readonly changes: readonly ShownChange[];
  /** New ways, created by the change, to bypass a restriction. Default: none. */
  readonly newWays?: readonly string[] | undefined;
}

/** Lists granted permissions first, then new ways to bypass a restriction, then revoked permissions. */
export function ChangeList({ changes, newWays = [] }: ChangeListProps): ReactElement {
  const strings = useStrings();
  if (changes.length + newWays.length === 0)
    return (
      <p className="mge-muted" role="status">
        {strings.permissionsSame}
      </p>
    );
  const ways = newWays.map((message) => ({ mayGrant: true, message }));
  return (
    <>
      <Changes kind="grant" title={strings.grants} changes={changes.filter(({ mayGrant }) => mayGrant)} />
      <Changes kind="escape" title={strings.newEscapes} changes={ways} />
      <Changes kind="take" title={strings.takes} changes={changes.filter(({ mayGrant }) => !mayGrant)} />
    </>
  );
}

const maxChanges = 500;

interface ChangesProps {
  readonly kind: 'grant' | 'take' | 'escape';
  readonly title: string;
  readonly changes: readonly ShownChange[];
}

function Changes({ kind, title, changes }: ChangesProps): ReactElement | null {
  const strings = useStrings();
  if (changes.length === 0) return null;
  return (
    <section className="mge-changes" data-kind={kind} aria-label={title}>
      <h3 className="mge-section-title">
        {title} <span className="mge-count">{changes.length}</span>
      </h3>
      <ul>
        {changes.slice(0, maxChanges).map((change) => (
          <li key={change.message}>
            {change.kind !== undefined && <span className="mge-badge">{change.kind}</span>}{' '}
            <Prose text={change.message} />
          </li>
        ))}
      </ul>
      {changes.length > maxChanges && <p className="mge-muted">{strings.more(changes.length - maxChanges)}</p>}
    </section>
  );
}
