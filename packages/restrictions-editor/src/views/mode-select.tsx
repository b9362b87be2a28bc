import { plainName } from '@modegate/policy-check/permissions';
import type { ReactElement, ReactNode } from 'react';
import type { ListedMode } from '../model/answers.ts';
import { useStrings } from '../words/words.ts';
import { showName } from './shown-text.tsx';

interface ModeSelectProps {
  readonly modes: readonly ListedMode[];
  /** Slug of the selected mode; an unknown slug gets an option of its own. Undefined if no mode is selected. */
  readonly value: string | undefined;
  readonly onChange: (slug: string) => void;
  readonly children?: ReactNode;
}

/** A menu of the modes. */
export function ModeSelect({ modes, value, onChange, children }: ModeSelectProps): ReactElement {
  const strings = useStrings();
  return (
    <label className="mge-field mgv-mode-select">
      <span>{strings.mode}</span>
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        {!modes.some(({ slug }) => slug === value) && (
          <option value={value ?? ''}>{value === undefined ? strings.chooseMode : showName(value)}</option>
        )}
        {modes.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {showName(plainName(name))} ({showName(slug)})
          </option>
        ))}
      </select>
      {children}
    </label>
  );
}
