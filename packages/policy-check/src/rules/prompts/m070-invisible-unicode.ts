import type { Fix, FoundProblem } from '../../source/finding.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';
import { findInvisible, type InvisibleCharacters, removeInvisible } from './invisible-characters.ts';
import { type ModeText, modeTexts } from './mode-text.ts';

/** M070: invisible characters. */
export const invisibleUnicode = defineRule(['M070', 'invisible-unicode', 'error', 'default'], {
  summary: 'A prompt, a name or a tool description contains invisible characters.',
  reason:
    'A model can read text that a reviewer cannot see. Zero-width characters can split a word that a filter looks for, direction marks can display text in a different order, and tag characters can spell out whole instructions. Most invisible characters are left over from text copied from a chat window, and are reported only as a warning. Some clients delete invisible characters when they load the file, which may corrupt the text.',
  ...exampleWithRepair(modeFile('reviewer', 'You review\u200B changes.', 'groups: [read]'), {
    '    name: Reviewer\n    roleDefinition: You review​ changes.':
      '    name: 👩‍💻 Reviewer\n    roleDefinition: You review changes.',
  }),
  isFixable: true,
  *check(workspace) {
    for (const mode of workspace.modes)
      for (const text of modeTexts(mode)) {
        const found = findInvisible(text.text);
        if (found !== undefined) yield reportText(mode, text, found);
      }
    yield* reportTools(workspace);
  },
});

function reportText(mode: CheckedMode, { pointer, text }: ModeText, found: InvisibleCharacters): FoundProblem {
  const field = pointer.slice(mode.pointer.length + 1);
  const message = `'${field}' of mode '${mode.slug}' contains ${describe(found)}.`;
  const severity = found.isDeceptive ? 'error' : 'warning';
  const fix = removal(mode, pointer, { text, isSafe: !found.isDeceptive });
  return { message, location: mode.file.locateKey(pointer), severity, mode: mode.slug, fix };
}

function describe({ count, names, isDeceptive }: InvisibleCharacters): string {
  const what = `${count} invisible ${count === 1 ? 'character' : 'characters'} (${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''})`;
  return isDeceptive ? `${what}, which can hide or reorder text` : what;
}

function removal(
  { file }: CheckedMode,
  pointer: string,
  { text, isSafe }: { readonly text: string; readonly isSafe: boolean },
): Fix | undefined {
  const span = file.spanOf(pointer);
  const written = span && file.text.slice(span.start, span.end);
  const cleaned = written && removeInvisible(written);
  // Characters written as escapes do not occur literally in the text.
  if (span === undefined || cleaned === undefined || cleaned === written || removeInvisible(text).trim() === '')
    return undefined;
  const edit = { file: file.file, start: span.start, end: span.end, text: cleaned };
  return { description: 'Remove the invisible characters.', edits: [edit], isSafe };
}

function* reportTools({ inventory = [], servers, source }: Workspace): Iterable<FoundProblem> {
  const byName = new Map(servers.map((server) => [server.name, server]));
  for (const { name, tools = [] } of inventory) {
    const server = byName.get(name);
    if (server === undefined) continue;
    for (const tool of tools) {
      const found = findInvisible(`${tool.name}\n${tool.description ?? ''}`);
      if (found === undefined) continue;
      const message = `The description of tool '${removeInvisible(tool.name)}' of server '${name}' contains ${describe(found)}.`;
      const severity = found.isDeceptive ? 'error' : 'warning';
      yield { message, location: source(server.file).locateKey(server.pointer), severity, server: name };
    }
  }
}
