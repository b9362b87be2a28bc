// Everything here is public API: add with care.
export { McpRestrictionsEditor } from './components/mcp-restrictions-editor.tsx';
export { ConnectedModeEditor, type ConnectedModeEditorProps } from './components/mode/connected-mode-editor.tsx';
export { ModeEditor, type ModeEditorProps } from './components/mode/mode-editor.tsx';
export { type ModeSession, useModeSession } from './components/mode/use-mode-session.ts';
export { McpServerSelector, type McpServerSelectorProps } from './components/tree/mcp-server-selector.tsx';
export { McpToolSelector, type McpToolSelectorProps } from './components/tree/mcp-tool-selector.tsx';
export type { McpRestrictionsEditorProps } from './components/use-restrictions.ts';
export { ShownName } from './views/shown-text.tsx';
export { type EditorStrings, englishStrings } from './words/words.ts';
