import { plainName } from '@modegate/policy-check/permissions';
import type { ListedMode } from '@modegate/restrictions-editor/model';
import { ModeSelect, ShownName, useStrings, wordFor } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';

interface ModeListProps {
  readonly modes: readonly ListedMode[];
  /** Slug of the selected mode; undefined if there is none. */
  readonly value: string | undefined;
  readonly onChange: (slug: string) => void;
  /** True if the selected mode has unsaved changes. */
  readonly isChanged: boolean;
}

/** The modes of the project: a list beside the views, or a menu above them on a narrow screen. */
export function ModeMenu({ modes, value, onChange, isChanged }: ModeListProps): ReactElement {
  const strings = useStrings();
  return (
    <nav className="ui-modes" aria-label={strings.modes}>
      <ul className="ui-modes-list">
        {modes.map(({ slug, name, source, invalid }) => (
          <li key={slug}>
            <button
              type="button"
              className="ui-mode"
              aria-current={slug === value ? 'true' : undefined}
              onClick={() => onChange(slug)}
            >
              <ShownName name={plainName(name)} />
              <span className="ui-mode-more">
                <span className="mge-mono">
                  <ShownName name={slug} />
                </span>
                {invalid === undefined ? (
                  <span className="mge-muted">{wordFor(strings.sources, source)}</span>
                ) : (
                  <span className="mgv-bad">{strings.broken}</span>
                )}
                {slug === value && isChanged && <span className="mge-warn">{strings.notSaved}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="ui-modes-menu">
        <ModeSelect modes={modes} value={value} onChange={onChange} />
      </div>
    </nav>
  );
}
