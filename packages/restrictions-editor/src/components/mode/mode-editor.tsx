import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { compileDraft, type EditorProject, type ModeDraft, openProject, readGroup } from '../../model/index.ts';
import { BrokenFiles } from '../../views/broken-files.tsx';
import type { EditorStrings } from '../../words/words.ts';
import { StringsContext, useStrings } from '../../words/words.ts';
import { CommandRulesEditor } from '../commands/command-rules-editor.tsx';
import { McpRestrictionsEditor } from '../mcp-restrictions-editor.tsx';
import { GroupList } from './group-list.tsx';

/** Props of {@link ModeEditor}. */
export interface ModeEditorProps {
  readonly project: EditorProject;
  /** The mode as edited. */
  readonly value: ModeDraft;
  readonly onChange: (value: ModeDraft) => void;
  readonly readOnly?: boolean | undefined;
  /** Default: the strings of the nearest enclosing editor, or English if there is none. */
  readonly strings?: EditorStrings | undefined;
}

/**
 * Edits a mode's permissions: groups, file restrictions, commands, and MCP servers and tools. This is a controlled
 * component.
 */
export function ModeEditor({ strings, ...props }: ModeEditorProps): ReactElement {
  const inherited = useStrings();
  return (
    <StringsContext.Provider value={strings ?? inherited}>
      <Permissions {...props} />
    </StringsContext.Provider>
  );
}

function Permissions({ project, value, onChange, readOnly = false }: Omit<ModeEditorProps, 'strings'>): ReactElement {
  const strings = useStrings();
  const opened = useMemo(() => openProject(project), [project]);
  const compiled = useMemo(() => compileDraft(opened, value), [opened, value]);
  const { unreadable, file } = project.edited;
  // Nothing can be written to a file that cannot be read.
  const isLocked = readOnly || unreadable !== undefined;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (part: Partial<ModeDraft>) => {
    latest.current = { ...latest.current, ...part };
    onChange(latest.current);
  };
  return (
    <div className="mge-mode mge-surface">
      {unreadable !== undefined && <BrokenFiles files={[{ file, message: unreadable.message }]} />}
      <GroupList compiled={compiled} readOnly={isLocked} onChange={(groups) => change({ groups })} />
      {(readGroup(value, 'command').isHeld || value.commands !== undefined) && (
        <CommandRulesEditor compiled={compiled} readOnly={isLocked} onChange={(commands) => change({ commands })} />
      )}
      {!readGroup(value, 'mcp').isHeld && <p className="mge-notice">{strings.mcpOff}</p>}
      <McpRestrictionsEditor
        project={project}
        mode={value.slug}
        value={value.restrictions}
        draft={value}
        readOnly={isLocked}
        onChange={(restrictions) => change({ restrictions })}
      />
    </div>
  );
}
