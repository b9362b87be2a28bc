import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import type { SectionKey } from '../formats/section-format.ts';
import { detectJsonStyle, type StyledText } from '../json/json-edit.ts';
import { type ParsedJsonText, parseJsonText, propertiesOf } from '../json/json-text.ts';
import { ServerConfigError } from '../server-config-error.ts';

/** The text of a configuration file in editable form, with the nodes for its servers and for one entry. */
export interface EditableConfig extends StyledText {
  readonly document: ParsedJsonText;
  readonly rootKey: string;
  /** Absent if the file does not have such a key yet. */
  readonly servers: Node | undefined;
  /** Absent if the server is missing. */
  readonly entry: Node | undefined;
}

/** Entry to edit in a file. */
export interface EditedEntry extends SectionKey {
  readonly file: string;
}

/**
 * Parses the text of a configuration file for editing.
 *
 * @throws {@link ServerConfigError} CONFIG_INVALID if the text cannot be parsed, is not an object of objects, or
 * contains the servers or   the entry twice: an edit would change only one occurrence, while the client might read the
 * other.
 */
export function openConfig(text: string, { file, rootKey, name }: EditedEntry): EditableConfig {
  const document = parseJsonText(text);
  if (document.state === 'broken') {
    const [first] = document.errors;
    const reason = `it is not valid JSON (${first?.detail ?? document.code})`;
    throw configInvalid(file, first ?? { line: 1, column: 1 }, reason);
  }
  const at = (node: Node): { line: number; column: number } => document.positionAt(node.offset);
  const { root } = document;
  if (root.type !== 'object') throw configInvalid(file, at(root), `its root is ${root.type}, not an object`);
  const servers = onlyValue(document, root, { key: rootKey, file });
  if (servers !== undefined && servers.type !== 'object') {
    throw configInvalid(file, at(servers), `"${rootKey}" is ${servers.type}, not an object`);
  }
  const entry = onlyValue(document, servers, { key: name, file });
  return { document, text: document.text, style: detectJsonStyle(document.text), rootKey, servers, entry };
}

/** Applies edits to text that was opened without its byte order mark; does not restore the mark. */
export function edited({ document }: EditableConfig, edits: readonly Edit[]): string {
  return applyEdits(document.text, [...edits]);
}

/** Creates the error for a file that must not be changed. */
export function configInvalid(
  file: string,
  { line, column }: { readonly line: number; readonly column: number },
  reason: string,
): ServerConfigError<'CONFIG_INVALID'> {
  const message = `${file} was not changed: ${reason} (line ${line}, column ${column}). Fix it, then try again.`;
  return new ServerConfigError('CONFIG_INVALID', message, { data: { file, line, column } });
}

function onlyValue(
  document: ParsedJsonText,
  object: Node | undefined,
  { key, file }: { readonly key: string; readonly file: string },
): Node | undefined {
  const [first, second] = propertiesOf(object).filter((property) => property.key === key);
  if (second === undefined) return first?.valueNode;
  throw configInvalid(file, document.positionAt(second.keyNode.offset), `the key ${JSON.stringify(key)} occurs twice`);
}
