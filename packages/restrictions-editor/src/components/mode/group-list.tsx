import { toolGroups } from '@modegate/mode-core/modes';
import * as Checkbox from '@radix-ui/react-checkbox';
import { type ReactElement, useId } from 'react';
import type { FileLimitPreview, GroupState } from '../../model/file-limits.ts';
import { type ModeDraft, previewFileLimit, readGroup, writeGroup } from '../../model/index.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { ShownName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';

interface GroupListProps {
  readonly compiled: CompiledDraft;
  readonly readOnly: boolean;
  readonly onChange: (groups: NonNullable<ModeDraft['groups']>) => void;
}

/** The groups of a mode and, for groups that access files, the file restriction and the files that it allows. */
export function GroupList({ compiled, readOnly, onChange }: GroupListProps): ReactElement {
  const strings = useStrings();
  return (
    <fieldset className="mge-groups" disabled={readOnly}>
      <legend>{strings.groupsLabel}</legend>
      {toolGroups
        .filter((group) => group !== 'modes' || readGroup(compiled.draft, group).isHeld)
        .map((group) => (
          <GroupItem
            key={group}
            state={readGroup(compiled.draft, group)}
            compiled={compiled}
            onChange={(state) => onChange(writeGroup(compiled.draft, state))}
          />
        ))}
    </fieldset>
  );
}

interface GroupItemProps {
  readonly state: GroupState;
  readonly compiled: CompiledDraft;
  readonly onChange: (state: GroupState) => void;
}

function GroupItem({ state, compiled, onChange }: GroupItemProps): ReactElement {
  const strings = useStrings();
  const id = useId();
  const { group, isHeld } = state;
  // While the modes file cannot be read, every file is refused, whatever the pattern.
  const isReadable = compiled.opened.project.edited.unreadable === undefined;
  return (
    <div className="mge-group">
      <Checkbox.Root
        id={id}
        className="mge-checkbox"
        checked={isHeld}
        onCheckedChange={(checked) => onChange({ ...state, isHeld: checked === true })}
      >
        <Checkbox.Indicator>
          <Icon name="check" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <label htmlFor={id}>{strings.groups[group]}</label>
      {isHeld && isReadable && (group === 'read' || group === 'edit') && (
        <FileLimit state={state} preview={previewFileLimit(compiled, group)} onChange={onChange} />
      )}
    </div>
  );
}

interface FileLimitProps {
  readonly state: GroupState;
  readonly preview: FileLimitPreview;
  readonly onChange: (state: GroupState) => void;
}

function FileLimit({ state, preview, onChange }: FileLimitProps): ReactElement {
  const strings = useStrings();
  const name = strings.groups[state.group];
  return (
    <div className="mge-limit">
      <label className="mge-field">
        <span aria-hidden="true">{strings.limitFiles}</span>
        <input
          className="mge-mono"
          aria-label={strings.filePattern(name)}
          aria-invalid={preview.state === 'broken'}
          spellCheck={false}
          placeholder=".*"
          value={state.fileRegex ?? ''}
          onChange={(event) => onChange({ ...state, fileRegex: event.target.value })}
        />
      </label>
      <LimitPreview preview={preview} />
    </div>
  );
}

const maxFiles = 12;

function LimitPreview({ preview }: { readonly preview: FileLimitPreview }): ReactElement {
  const strings = useStrings();
  if (preview.state === 'broken')
    return (
      <p className="mge-limit-state" data-kind="error" role="status">
        <bdi>{strings.patternBroken(preview.reason)}</bdi>
      </p>
    );
  if (preview.state !== 'limited')
    return <p className="mge-muted">{preview.state === 'open' ? strings.opensAll : strings.opensUnknown}</p>;
  const rest = preview.opened.length - maxFiles;
  return (
    <details className="mge-limit-state">
      <summary>{strings.opens(preview.opened.length, preview.total)}</summary>
      <ul>
        {preview.opened.slice(0, maxFiles).map((file) => (
          <li key={file}>
            <ShownName name={file} />
          </li>
        ))}
        {rest > 0 && <li className="mge-muted">{strings.more(rest)}</li>}
      </ul>
    </details>
  );
}
