import { describeUnknownMode, ModeError, type Policy } from '@modegate/mode-core';
import type { ServerInventory } from '../matrix/inventory.ts';
import type { ExportTarget, TargetWriter, WriterOptions, WrittenFile } from './export-target.ts';
import { readModeGrants } from './mode-grants.ts';
import { writeClaudeCode } from './targets/claude-code.ts';
import { writeCodex } from './targets/codex.ts';
import { writeCursor } from './targets/cursor.ts';
import { writeGemini } from './targets/gemini.ts';
import { writeKilo, writeOpencode } from './targets/opencode.ts';
import { writeZoo } from './targets/zoo.ts';

/** Options of `exportMode`: the mode to export, and the known facts about the project. */
export interface ExportOptions extends WriterOptions {
  readonly target: ExportTarget;
  /** Slug of the mode. */
  readonly mode: string;
  /** Tools and resources that the servers offer. Default: unknown. */
  readonly inventory?: readonly ServerInventory[] | undefined;
}

/** A mode in the form of a permission file for another agent, with the outcome of each rule. */
export interface ModeExport extends WrittenFile {
  readonly target: ExportTarget;
  /** Slug of the mode. */
  readonly mode: string;
  /**
   * Location where the agent looks for the file: relative to the project, or to the home folder if it starts with `~/`.
   */
  readonly file: string;
}

/**
 * Writes a mode as a permission file for another agent. Anything that the file allows is also allowed by the mode,
 * unless a rule in the report is `not-expressible`. The file cannot express conditions on time or branch, so anything
 * that depends on such conditions is denied, as is any server that the policy does not know.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function exportMode(policy: Policy, { target, mode, inventory, ...options }: ExportOptions): ModeExport {
  const found = policy.modes.find(({ config }) => config.slug === mode);
  if (found === undefined) {
    const known = policy.modes.map(({ config }) => config.slug);
    throw new ModeError('MODE_NOT_FOUND', describeUnknownMode(policy, mode), { data: { slug: mode, known } });
  }
  const writer = writers[target];
  return { target, mode, file: writer.file(mode), ...writer.write(readModeGrants(policy, found, inventory), options) };
}

const writers: Readonly<Record<ExportTarget, TargetWriter>> = {
  opencode: writeOpencode,
  kilo: writeKilo,
  gemini: writeGemini,
  'claude-code': writeClaudeCode,
  codex: writeCodex,
  cursor: writeCursor,
  zoo: writeZoo,
};
