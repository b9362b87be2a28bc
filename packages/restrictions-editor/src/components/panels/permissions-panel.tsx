import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { previewPermissions } from '../../model/index.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { ChangeList } from '../../views/change-list.tsx';

/**
 * The permissions that the edit grants and revokes in every mode, and the new ways that it creates to bypass
 * restrictions.
 */
export function PermissionsPanel({ compiled }: { readonly compiled: CompiledDraft }): ReactElement {
  // The panel queries every tool in every mode, so typing does not wait for it.
  const settled = useDeferredValue(compiled);
  const { diff, newEscapes } = useMemo(() => previewPermissions(settled), [settled]);
  const changes = diff.changes.map(({ mayGrant, message }) => ({ mayGrant, message }));
  return (
    <div aria-busy={settled !== compiled}>
      <ChangeList changes={changes} newWays={newEscapes.map(({ message }) => message)} />
    </div>
  );
}
