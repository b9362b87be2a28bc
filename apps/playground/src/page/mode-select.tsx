import { showName } from '@modegate/restrictions-editor/names';
import type { ReactElement } from 'react';
import type { Report } from '../answers/questions.ts';

/** One of the modes. */
export function ModeSelect({
  modes,
  value,
  onChange,
}: {
  readonly modes: Report['modes'];
  readonly value: string;
  readonly onChange: (slug: string) => void;
}): ReactElement {
  return (
    <label className="mge-field pg-edit-mode">
      <span>Mode</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {modes.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {showName(name)} ({showName(slug)})
          </option>
        ))}
      </select>
    </label>
  );
}
