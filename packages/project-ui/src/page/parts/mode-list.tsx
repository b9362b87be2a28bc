import { ShownName } from '@modegate/restrictions-editor';
import type { ReactElement } from 'react';
import type { ModeSummary } from '../../wire.ts';
import { useStrings } from './strings-context.ts';

interface ModeListProps {
  readonly modes: readonly ModeSummary[];
  /** The slug of the one that is looked at; undefined for none. */
  readonly value: string | undefined;
  readonly onChange: (slug: string) => void;
  /** Whether the chosen mode has changes that are not saved. */
  readonly isChanged: boolean;
}

/** The modes of the project: a list beside the views, and a menu above them where it is narrow. */
export function ModeList({ modes, value, onChange, isChanged }: ModeListProps): ReactElement {
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
              <ShownName name={name} />
              <span className="ui-mode-more">
                <span className="mge-mono">
                  <ShownName name={slug} />
                </span>
                {invalid === undefined ? (
                  <span className="mge-muted">{strings.sources[source] ?? source}</span>
                ) : (
                  <span className="ui-bad">{strings.broken}</span>
                )}
                {slug === value && isChanged && <span className="ui-warn">{strings.notSaved}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <label className="mge-field ui-modes-menu">
        {strings.mode}
        <select value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
          {value === undefined && <option value="">{strings.chooseMode}</option>}
          {modes.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name.slice(0, 60)} ({slug.slice(0, 60)})
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}
