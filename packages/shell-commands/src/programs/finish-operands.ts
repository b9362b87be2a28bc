import type { ShellWord } from '../analysis.ts';
import type { OperandRole } from './program-facts.ts';
import { type ArgumentReading, type Level, type Operand, workingFolder } from './reading.ts';
import { findScriptRisk } from './scripts/find-script-risk.ts';

const tools = {
  read: 'read_file',
  search: 'search_files',
  list: 'list_files',
  write: 'write_to_file',
  tree: 'delete_file',
} as const;

/** @internal Records the files that the operands name, once all options are known. */
export function finishOperands(reading: ArgumentReading, level: Level): void {
  const { facts, found, table, effects } = level;
  const isReplaced = [...found].some((option) => table.replacesFirst.has(option));
  const operands = [...level.operands];
  if (facts.script !== undefined) {
    const scripts = isReplaced || level.scripts.length > 0 ? level.scripts : operands.slice(0, 1);
    checkScripts(reading, facts.script.language, scripts);
  }
  const roles = isReplaced ? table.roles.slice(1) : table.roles;
  let named = 0;
  for (const [index, { word }] of operands.entries()) {
    for (const role of rolesOf(roles, operands, index)) {
      if (role === 'text' || word.value === '-') continue;
      named++;
      addFile(reading, adjustRole(role, level), word);
      if (role === 'read' && effects.has('edits')) addFile(reading, 'write', word);
      if (effects.has('changesOperands')) addFile(reading, 'tree', word);
    }
    addKey(reading, level, word);
  }
  if (named === 0 && facts.noOperand !== undefined)
    finishWithoutOperand(reading, level, { ...workingFolder, value: facts.noOperand });
  if (facts.writesFolder === true) addFile(reading, 'tree', workingFolder);
}

function finishWithoutOperand(reading: ArgumentReading, level: Level, word: ShellWord): void {
  const role = level.table.roles.map(bare).find((one) => one !== 'text');
  if (role !== undefined) addFile(reading, adjustRole(role, level), word);
  if (level.effects.has('changesOperands')) addFile(reading, 'tree', word);
}

/** Roles of an operand. After an operand that can be any number of words, every role is possible. */
function rolesOf(roles: readonly string[], operands: readonly Operand[], index: number): readonly OperandRole[] {
  if (roles.length === 0) return [];
  if (operands.slice(0, index + 1).some(({ word }) => word.kind === 'many' || word.kind === 'names'))
    return [...new Set(roles.map(bare))];
  const star = roles.findIndex((role) => role.endsWith('*'));
  const after = star < 0 ? 0 : roles.length - star - 1;
  const isLast = index >= operands.length - after && index > 0;
  if (star >= 0 && isLast) return [bare(roles[roles.length - (operands.length - index)] ?? '')];
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
  if (role !== 'text') files.push({ tool: tools[role], word });
}

function addKey(reading: ArgumentReading, { facts }: Level, word: ShellWord): void {
  const [, key = '', value = ''] = /^([^=]+=)(.*)$/s.exec(word.value) ?? [];
  const role = facts.keys !== undefined && Object.hasOwn(facts.keys, key) ? facts.keys[key] : undefined;
  if (role !== undefined) addFile(reading, role, { ...word, value });
}

function checkScripts(reading: ArgumentReading, language: 'sed' | 'awk', scripts: readonly Operand[]): void {
  const [first] = scripts;
  if (first === undefined) return;
  const isLiteral = scripts.every(({ word }) => word.kind === 'literal');
  const risk = isLiteral
    ? findScriptRisk(language, scripts.map(({ word }) => word.value).join('\n'))
    : 'is not literal';
  if (risk !== undefined) reading.guarded.push({ index: first.index, option: '', why: risk });
}
