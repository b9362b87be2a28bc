import type { ShellWord } from '../analysis.ts';
import type { OperandRole, ScriptLanguage } from './program-facts.ts';
import { type ArgumentReading, type Level, type NamedAccess, type Operand, workingFolder } from './reading.ts';
import { findScriptRisk } from './scripts/find-script-risk.ts';

const tools = {
  read: 'read_file',
  address: 'read_file',
  search: 'search_files',
  list: 'list_files',
  write: 'write_to_file',
  tree: 'delete_file',
} as const;

/** @internal Records the files specified by the operands when all options are known. */
export function finishOperands(reading: ArgumentReading, level: Level): void {
  const { facts, replacements, table, effects } = level;
  const isReplaced = replacements.has(true);
  const operands = [...level.operands];
  if (facts.script !== undefined) {
    const scripts = isReplaced ? level.scripts : [...level.scripts, ...operands.slice(0, 1)];
    checkScripts(reading, facts.script.language, scripts);
  }
  const possible = [...(isReplaced ? [] : [table.roles]), ...(replacements.size > 0 ? [table.roles.slice(1)] : [])];
  const open = operands.findIndex(({ word }) => word.kind === 'many' || word.kind === 'names');
  let named = 0;
  for (const [index, { word }] of operands.entries()) {
    const place: OperandPlace = { index, count: operands.length, isOpen: open >= 0 && index >= open };
    for (const role of new Set(possible.flatMap((roles) => rolesOf(roles, place)))) {
      if (role === 'text' || (word.value === '-' && role !== 'write')) continue;
      named++;
      addFile(reading, adjustRole(role, level), word);
      if (role === 'write' && table.roles.join(' ') === 'read* write') addCopies(reading, level, word);
      if (role === 'read' && effects.has('edits')) addEdited(reading, level, word);
      if (effects.has('changesOperands')) addFile(reading, 'tree', word);
    }
    addKey(reading, level, word);
  }
  if (named === 0 && facts.noOperand !== undefined)
    finishWithoutOperand(reading, level, { ...workingFolder, value: facts.noOperand });
  if (facts.writesFolder === true && !effects.has('writesInstead')) addFile(reading, 'tree', workingFolder);
  if (facts.readsFolder === true) addFile(reading, 'search', workingFolder);
  if (effects.has('readOnly')) reading.files.splice(0, Infinity, ...reading.files.map(readInstead));
}

/** Adds a file that is changed in place, and its copy, whose name ends in the option's value. */
function addEdited(reading: ArgumentReading, { suffixes }: Level, word: ShellWord): void {
  addFile(reading, 'write', word);
  for (const suffix of suffixes) {
    const isName = /^[^*/\\]+$/.test(suffix) && word.kind === 'literal';
    reading.files.push({ tool: 'write_to_file', word: isName ? { ...word, value: word.value + suffix } : undefined });
  }
}

/** Adds the copies inside the target, in case the target is a folder. */
function addCopies(reading: ArgumentReading, { operands, effects }: Level, target: ShellWord): void {
  if (effects.has('recursive')) return;
  if (operands.some(({ word }) => word.kind !== 'literal')) {
    addFile(reading, 'tree', target);
    return;
  }
  for (const { word } of operands.slice(0, -1)) {
    const name = word.value.replace(/[/\\]+$/, '').replace(/^.*[/\\]/s, '');
    addFile(reading, 'write', { ...target, value: `${target.value}/${name}` });
  }
}

function readInstead({ tool, word }: NamedAccess): NamedAccess {
  return { tool: tool === 'write_to_file' || tool === 'delete_file' ? 'read_file' : tool, word };
}

function finishWithoutOperand(reading: ArgumentReading, level: Level, word: ShellWord): void {
  const role = level.table.roles.map(bare).find((one) => one !== 'text');
  if (role !== undefined && (role !== 'read' || level.effects.has('recursive')))
    addFile(reading, adjustRole(role, level), word);
  if (level.effects.has('changesOperands')) addFile(reading, 'tree', word);
}

interface OperandPlace {
  readonly index: number;
  /** Number of operands. */
  readonly count: number;
  /** True if this operand, or an earlier one, can represent any number of words. */
  readonly isOpen: boolean;
}

/** Returns the roles of an operand. After an operand that can represent any number of words, every role is possible. */
function rolesOf(roles: readonly string[], { index, count, isOpen }: OperandPlace): readonly OperandRole[] {
  if (roles.length === 0) return [];
  if (isOpen) return [...new Set(roles.map(bare))];
  const star = roles.findIndex((role) => role.endsWith('*'));
  const after = star < 0 ? 0 : roles.length - star - 1;
  const isLast = index >= count - after && index > 0;
  if (star >= 0 && isLast) return [bare(roles[roles.length - (count - index)] ?? '')];
  const role = roles[star < 0 ? Math.min(index, roles.length - 1) : Math.min(index, star)];
  return [bare(role ?? '')];
}

function bare(role: string): OperandRole {
  return role.replace('*', '') as OperandRole;
}

function adjustRole(role: OperandRole, { effects }: Level): OperandRole {
  if (!effects.has('recursive')) return role;
  if (role === 'read') return 'search';
  return role === 'write' ? 'tree' : role;
}

function addFile({ files }: ArgumentReading, role: OperandRole, word: ShellWord): void {
  if (role === 'text' || (role === 'address' && /^https?:\/\//i.test(word.value))) return;
  files.push({ tool: tools[role], word: role === 'address' ? undefined : word });
}

function addKey(reading: ArgumentReading, { facts }: Level, word: ShellWord): void {
  const [, key = '', value = ''] = /^([^=]+=)(.*)$/s.exec(word.value) ?? [];
  const role = facts.keys !== undefined && Object.hasOwn(facts.keys, key) ? facts.keys[key] : undefined;
  if (role !== undefined) addFile(reading, role, { ...word, value });
}

function checkScripts(reading: ArgumentReading, language: ScriptLanguage, scripts: readonly Operand[]): void {
  const [first] = scripts;
  if (first === undefined) return;
  const isLiteral = scripts.every(({ word }) => word.kind === 'literal');
  const risk = isLiteral
    ? findScriptRisk(language, scripts.map(({ word }) => word.value).join('\n'))
    : 'is not literal';
  if (risk !== undefined) reading.guarded.push({ index: first.index, option: '', why: risk });
}
