import { ShownName } from '@modegate/restrictions-editor';
import type { ReactElement } from 'react';
import type { ModeSummary } from '../../wire.ts';

/** Where a mode comes from, in a word. */
const sourceWords: Readonly<Record<string, string>> = { builtin: 'built in', project: 'project', global: 'yours' };

interface ModeListProps {
  readonly modes: readonly ModeSummary[];
  readonly value: string;
  readonly onChange: (slug: string) => void;
  /** Whether the chosen mode has changes that are not saved. */
  readonly isChanged: boolean;
}

/** The modes of the project: a list beside the views, and a menu above them where it is narrow. */
export function ModeList({ modes, value, onChange, isChanged }: ModeListProps): ReactElement {
  return (
    <nav className="ui-modes" aria-label="Modes">
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
                  <span className="mge-muted">{sourceWords[source] ?? source}</span>
                ) : (
                  <span className="ui-bad">broken</span>
                )}
                {slug === value && isChanged && <span className="ui-warn">not saved</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <label className="mge-field ui-modes-menu">
        Mode
        <select value={value} onChange={({ target }) => onChange(target.value)}>
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
