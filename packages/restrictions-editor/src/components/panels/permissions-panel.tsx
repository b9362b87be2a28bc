import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { type CompiledDraft, previewPermissions } from '../../model/index.ts';
import { useStrings } from '../parts/strings-context.ts';

/** What the edit grants and takes in every mode, and the ways around a limit that it opens. */
export function PermissionsPanel({ compiled }: { readonly compiled: CompiledDraft }): ReactElement {
  const strings = useStrings();
  // It asks about every tool in every mode, so typing does not wait for it.
  const settled = useDeferredValue(compiled);
  const { diff, newEscapes } = useMemo(() => previewPermissions(settled), [settled]);
  const grants = diff.changes.filter(({ mayGrant }) => mayGrant);
  const takes = diff.changes.filter(({ mayGrant }) => !mayGrant);
  if (diff.changes.length + newEscapes.length === 0) return <p className="mge-muted">{strings.permissionsSame}</p>;
  return (
    <div aria-busy={settled !== compiled}>
      <Messages kind="grant" title={strings.grants} messages={grants.map(({ message }) => message)} />
      <Messages kind="escape" title={strings.newEscapes} messages={newEscapes.map(({ message }) => message)} />
      <Messages kind="take" title={strings.takes} messages={takes.map(({ message }) => message)} />
    </div>
  );
}

const maxMessages = 100;

function Messages({
  kind,
  title,
  messages,
}: {
  readonly kind: 'grant' | 'take' | 'escape';
  readonly title: string;
  readonly messages: readonly string[];
}): ReactElement | null {
  const strings = useStrings();
  if (messages.length === 0) return null;
  return (
    <section className="mge-changes" data-kind={kind} aria-label={title}>
      <h3 className="mge-section-title">
        {title} <span className="mge-count">{messages.length}</span>
      </h3>
      <ul>
        {messages.slice(0, maxMessages).map((message) => (
          <li key={message}>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
      {messages.length > maxMessages && <p className="mge-muted">{strings.moreFiles(messages.length - maxMessages)}</p>}
    </section>
  );
}
