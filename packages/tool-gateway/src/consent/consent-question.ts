import { isTooDeep, jsonPointer } from '@modegate/json';
import { redactSecrets } from '@modegate/secrets';
import type { ConsentAnswer, ConsentCall } from './consent-record.ts';

/**
 * Maximum length of a question in characters. Nobody reads longer text before answering, and some clients truncate it.
 */
const MAX_LENGTH = 10_000;

/**
 * Maximum depth of arguments in a question: nobody can take in deeper nesting, and the masking of secrets stops at 64
 * levels.
 */
const MAX_DEPTH = 32;

/**
 * Writes the question about a call, or returns the outcome if no question can show the whole call. Text from a model, a
 * server or a file can neither imitate nor hide a line in the question.
 */
export function writeQuestion(call: ConsentCall, folder: string): { readonly message: string } | ConsentAnswer {
  const { access, params, decision } = call;
  if (isTooDeep(params, MAX_DEPTH))
    return unshowable(`A question cannot show arguments that are nested more than ${MAX_DEPTH} levels deep.`);
  const { length } = JSON.stringify(params) ?? '';
  if (length > MAX_LENGTH) return tooLong(length);
  const shown = redactSecrets(params);
  const masked = listMasked(params, shown, []);
  const message = [
    'Modegate asks: allow this one call?',
    nameTarget(call),
    `Mode: ${showJson(access.mode)}. Folder: ${showJson(folder)}.`,
    ...decision.questions.map(({ reason }) => nameHidden(reason)),
    ...(masked.length === 0 ? [] : [`Masked, because the names suggest secrets: ${masked.join(', ')}.`]),
    shown === undefined ? 'Arguments: none.' : `Arguments:\n${showJson(shown)}`,
  ].join('\n');
  return message.length > MAX_LENGTH ? tooLong(message.length) : { message };
}

function tooLong(length: number): ConsentAnswer {
  const left = length - MAX_LENGTH;
  return unshowable(`The question would be ${length} characters long, and ${left} of them could not be shown.`);
}

function unshowable(why: string): ConsentAnswer {
  return { outcome: 'unshowable', sentence: `${why} Nobody was asked.` };
}

function nameTarget({ tool, target }: ConsentCall): string {
  const { server, subject, shownName } = target;
  const what = tool === 'use_mcp_tool' ? 'Tool' : 'Resource or prompt';
  const listed = shownName === subject ? '' : `, listed as ${showJson(shownName)}`;
  return `${what}: ${showJson(subject)} of server ${showJson(server)}${listed}.`;
}

/** Lists the masked members, each with the length of the hidden part. */
function listMasked(value: unknown, shown: unknown, keys: readonly string[]): readonly string[] {
  if (value === shown) return [];
  if (isParent(value) && isParent(shown))
    return Object.keys(value).flatMap((key) => listMasked(value[key], shown[key], [...keys, key]));
  return [`${showJson(jsonPointer(...keys))} (${JSON.stringify(value).length} characters of JSON)`];
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Matches characters that are invisible, or that move or hide other characters: controls, directions, unassigned and
 * private characters, all characters that fonts may omit, and blanks other than a space.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Replaces each invisible character in the text with its name, such as `<U+202E>`. */
function nameHidden(text: string): string {
  return text.replaceAll(hidden, (character) => nameOf(character.codePointAt(0) ?? 0));
}

/**
 * Formats a JSON value as lines that begin only with the value's brackets and keys, with {@link nameHidden} applied.
 */
function showJson(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return lines.map((line) => nameHidden(line.replaceAll(escapes, nameEscape))).join('\n');
}

/** A JSON escape; escapes that consist of a letter, such as `\n`, are visible. */
const escapes = /\\(?:u([\da-f]{4})|.)/g;

function nameEscape(written: string, code: string | undefined): string {
  return code === undefined ? written : nameOf(Number.parseInt(code, 16));
}

function nameOf(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
