import { createLineIndex, equalValues } from '@modegate/json';
import { ModeError } from '../../modes/mode-error.ts';
import { findModeList } from '../../parse/mode-list.ts';
import { explainBroken } from '../parse-modes-text.ts';
import type { ReadText } from '../read/read-result.ts';
import { readExactText, readText, stripByteOrderMarks } from '../read/read-text.ts';
import { applyPlan, type ModesEdit, planEdit } from './plan-edit.ts';
import { proposeEdits } from './propose-edits.ts';
import { copyPlainMode, requireWritableMode } from './writable-mode.ts';

/** Options of `editModesText`. */
export interface EditOptions {
  /** File name for errors; if the name ends in `.json`, a new file is written as JSON. */
  readonly file?: string | undefined;
  /**
   * Format of an absent or empty file; any other file retains its format. Default: derived from the file name if
   * possible; otherwise, `yaml`.
   */
  readonly format?: 'yaml' | 'json' | undefined;
}

/** The text of a modes file after an edit. */
export interface EditedText {
  readonly text: string;
  /** False if the text already has the requested content, in which case it is returned unchanged. */
  readonly changed: boolean;
}

/**
 * Saves or deletes one mode in the text of a modes file. Only the lines of that mode change: comments, order, quoting,
 * indentation, line endings, unknown keys and the format (YAML or JSON) are preserved. The result is parsed again
 * before it is returned, and only the edited mode may differ.
 *
 * Saving changes an existing mode field by field, or adds the mode at the end. Fields of the mode schema that the given
 * mode lacks are removed; other keys in the file are preserved unless the given mode contains them with the value
 * `undefined`. Never writes `source`. Groups unknown to the loader are preserved if the groups are otherwise as loaded.
 * Deleting an unknown slug changes nothing.
 *
 * If the text is absent or empty, has no modes, or consists only of comments, it becomes a modes file; every byte
 * already in the text is preserved.
 *
 * @throws {ModeError} FILE_UNREADABLE if the text as given does not parse or has no usable list of modes.
 * @throws {ModeError} MODE_INVALID if the mode to save differs from the file and has an error, or is not plain data.
 * @throws {ModeError} EDIT_REFUSED if the mode cannot be changed without changing the rest, for instance because
 * another mode contains an alias for a part of it.
 */
export function editModesText(text: string | undefined, edit: ModesEdit, options: EditOptions = {}): EditedText {
  const input = text ?? '';
  const body = stripByteOrderMarks(input);
  const reading = requireEditable(body, options);
  const plain: ModesEdit = edit.kind === 'save' ? { kind: 'save', mode: copyPlainMode(edit.mode) } : edit;
  const document = reading.root?.value;
  const plan = planEdit(document, plain, options.file);
  if (plan.kind === 'nothing') return { text: input, changed: false };
  if (plain.kind === 'save') requireWritableMode(plain.mode);
  const expected = applyPlan(document, plan);
  for (const proposal of proposeEdits(reading, plan)) {
    if (!readsAs(proposal, reading, expected)) continue;
    return { text: input.slice(0, input.length - body.length) + proposal, changed: true };
  }
  throw refuseEdit(plain.kind === 'save' ? plain.mode.slug : plain.slug, options.file);
}

function requireEditable(body: string, options: EditOptions): ReadText {
  // Only the blanks and line breaks that YAML recognises are skipped, because a parser treats any other white space as
  // a value.
  if (!/[^ \t\r\n]|\r(?!\n)/.test(body))
    return { state: 'read', format: newFormat(options), text: body, root: undefined, duplicates: [] };
  const reading = readText(body);
  if (reading.state === 'broken') throw refuseText(options, explainBroken(reading, body), lineOf(body, reading.offset));
  if (reading.cleaned !== undefined) {
    const reason =
      'The file cannot be read in its current form. First replace its typographic spaces, quotes and dashes.';
    throw refuseText(options, reason, lineOf(body, reading.cleaned.offset));
  }
  const twice = reading.duplicates.find(({ pointer }) => pointer === '/customModes');
  if (twice !== undefined)
    throw refuseText(options, "The key 'customModes' appears twice.", lineOf(reading.text, twice.offset));
  const found = findModeList(reading.root?.value);
  // An empty file contains nothing that could be lost, and saving a mode makes the file complete.
  if ('unreadable' in found && !found.isVacant) throw refuseText(options, found.unreadable, 1);
  return reading;
}

function lineOf(text: string, offset: number): number {
  return createLineIndex(text).positionAt(offset).line;
}

function refuseText({ file = '' }: EditOptions, reason: string, line: number): ModeError {
  const message = `${file === '' ? 'The modes file' : file} was left unchanged, because it cannot be read as a list of modes. ${reason}`;
  return new ModeError('FILE_UNREADABLE', message, { data: { file, line } });
}

function newFormat({ file, format }: EditOptions): 'yaml' | 'json' {
  return format ?? (file?.toLowerCase().endsWith('.json') === true ? 'json' : 'yaml');
}

function readsAs(proposal: string, before: ReadText, expected: unknown): boolean {
  const after = readExactText(proposal);
  return after.state === 'read' && after.format === before.format && equalValues(after.root?.value, expected);
}

function refuseEdit(slug: string, file: string | undefined): ModeError {
  const message = `Mode '${slug}' cannot be changed without touching other parts of ${file ?? 'the modes file'}, so the file was left unchanged. Other modes may share parts of the mode through an alias, or a key may appear twice; edit the file by hand.`;
  return new ModeError('EDIT_REFUSED', message, { data: { slug, ...(file === undefined ? {} : { file }) } });
}
