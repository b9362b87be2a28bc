import { endOfString } from '@modegate/json';
import { parseModesText } from '@modegate/mode-core/text';
import type { FoundProblem } from '../../source/finding.ts';
import type { CheckedModesFile } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M001: a file that cannot be read by this program or by a client that uses the file. */
export const parseError = defineRule(['M001', 'parse-error', 'error', 'default'], {
  summary: 'The file is not valid YAML or JSON, or only Modegate can read it.',
  reason:
    'A file that does not parse has no effect. Roo Code and its successors then show no custom modes at all, and a project falls back to the global and built-in modes, which may have more permissions. Modegate is stricter: the modes in weaker layers may use nothing until the file is repaired. A file that is empty or has no list of modes also counts as broken, because a crash can leave a file in that state. Only Modegate reads JSON with comments: a YAML parser treats the comment as part of the key. If a key appears twice, the YAML parser of these clients also refuses the file, while a JSON parser uses the last occurrence. These clients also replace curly quotes, long dashes and no-break spaces throughout the text before they parse it, which breaks some valid files; Modegate replaces these characters only if it cannot read a file otherwise, and it reports the replacement.',
  ...exampleWithRepair(
    modeFile('reviewer', 'You review: nothing else', 'groups: [read]'),
    { 'You review: nothing else': '"You review: nothing else"' },
    'A colon followed by a space ends a plain value.',
  ),
  *check(workspace) {
    for (const { problem } of workspace.fileProblems('M001')) yield problem;
    for (const file of workspace.modeFiles) {
      const broken = findBrokenByCleaning(file) ?? findBrokenByComments(file);
      if (broken !== undefined) yield broken;
    }
  },
});

/**
 * Finds a file that is readable here but not in Roo Code and its successors, which replace typographic characters
 * everywhere before they parse it (`cleanInvisibleCharacters` in Roo Code's CustomModesManager): a curly quote inside
 * quoted prose becomes a straight quote that ends the prose.
 */
function findBrokenByCleaning(file: CheckedModesFile): FoundProblem | undefined {
  const { text, parsed } = file;
  if (parsed.unreadable !== undefined || !typographic.test(text) || isRescued(file)) return undefined;
  const cleaned = parseModesText(clean(text), { source: parsed.source });
  const broken = cleaned.problems.find(({ code }) => code === 'FILE_SYNTAX' || code === 'CHARACTERS_CLEANED');
  if (broken === undefined || parsed.problems.some(({ code }) => code === 'CHARACTERS_CLEANED')) return undefined;
  const message =
    'Roo Code and its successors cannot read this file: they replace curly quotes, long dashes and no-break spaces before they parse it, and the result is invalid. Put the text in a block after "|", or use plain quotes.';
  return { message, location: file.locateLine({ line: broken.line ?? 1, column: 1 }, '') };
}

/**
 * Finds JSON with comments that Roo Code and its successors read differently: they parse it as YAML, in which a comment
 * becomes part of the next key, and only if that fails do they read `.roomodes` again as strict JSON.
 */
function findBrokenByComments(file: CheckedModesFile): FoundProblem | undefined {
  const { text, parsed } = file;
  const comment = parsed.unreadable === undefined ? findComment(text) : undefined;
  if (comment === undefined) return undefined;
  // A document start marker prevents this package's parser from trying JSON first.
  const asYaml = parseModesText(`---\n${clean(text.replace(/^\uFEFF+/, ''))}`, { source: parsed.source });
  if (asYaml.unreadable === undefined && JSON.stringify(asYaml.document) === JSON.stringify(parsed.document))
    return undefined;
  const message =
    'Roo Code and its successors misread this file: they treat a comment in JSON as part of the next key, so modes or fields are missing. Remove the comments, or write the file in YAML.';
  return { message, location: file.locateSpan({ start: comment, end: comment + 2 }, '') };
}

/** Returns the start of the first comment in text that begins like JSON. */
function findComment(text: string): number | undefined {
  if (!/^\uFEFF*\s*(?:[{[]|\/[/*])/.test(text)) return undefined;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '"') index = endOfString(text, index);
    else if (text.startsWith('//', index) || text.startsWith('/*', index)) return index;
  }
  return undefined;
}

const typographic = /[\u00A0\u200B-\u200D\u2010-\u2015\u2212\u2018\u2019\u201C\u201D]/;

/** JSON in a file with this name is read again without cleaning. */
function isRescued({ file, text }: CheckedModesFile): boolean {
  return file.endsWith('.roomodes') && /^\s*[{[]/.test(text);
}

function clean(text: string): string {
  return text
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[\u200B-\u200D]/g, '')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
}
