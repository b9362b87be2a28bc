import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { compileDraft, type EditorProject, type ModeDraft, openProject, readGroup } from '../../model/index.ts';
import type { EditorStrings } from '../../words/words.ts';
import { StringsContext, useStrings } from '../../words/words.ts';
import { McpRestrictionsEditor } from '../mcp-restrictions-editor.tsx';
import { GroupList } from './group-list.tsx';

/** What the mode editor shows, and what it hands out. */
export interface ModeEditorProps {
  readonly project: EditorProject;
  /** The mode as edited. */
  readonly value: ModeDraft;
  readonly onChange: (value: ModeDraft) => void;
  readonly readOnly?: boolean | undefined;
  /** Default: the strings of the nearest editor around it, which are English. */
  readonly strings?: EditorStrings | undefined;
}

/** The part of a mode editor that is about permissions: groups, file limits, and MCP servers and tools. Controlled. */
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
      <GroupList compiled={compiled} readOnly={readOnly} onChange={(groups) => change({ groups })} />
      {!readGroup(value, 'mcp').isHeld && <p className="mge-notice">{strings.mcpOff}</p>}
      <McpRestrictionsEditor
        project={project}
        mode={value.slug}
        value={value.restrictions}
        groups={value.groups}
        readOnly={readOnly}
        onChange={(restrictions) => change({ restrictions })}
      />
    </div>
  );
}
