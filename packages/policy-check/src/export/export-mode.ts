import { describeUnknownMode, ModeError, type Policy } from '@modegate/mode-core';
import type { KnownServer } from '../matrix/known-server.ts';
import type { ExportTarget, TargetWriter, WriterOptions, WrittenFile } from './export-target.ts';
import { readModeGrants } from './mode-grants.ts';
import { claudeCode } from './targets/claude-code.ts';
import { codex } from './targets/codex.ts';
import { cursor } from './targets/cursor.ts';
import { gemini } from './targets/gemini.ts';
import { kilo, opencode } from './targets/opencode.ts';
import { zoo } from './targets/zoo.ts';

/** What to export, and what is known of the project. */
export interface ExportOptions extends WriterOptions {
  readonly target: ExportTarget;
  /** Slug of the mode. */
  readonly mode: string;
  /** What the servers offer. Default: nothing is known. */
  readonly inventory?: readonly KnownServer[] | undefined;
}

/** A mode as the permission file of another agent, and what became of each rule. */
export interface ModeExport extends WrittenFile {
  readonly target: ExportTarget;
  /** Slug of the mode. */
  readonly mode: string;
  /** Where the agent looks for the file: relative to the project, or to the home folder after `~/`. */
  readonly file: string;
}

/**
 * Writes a mode as the permission file of another agent. What the file opens, the mode opens too, unless a rule of the report is
 * `not-expressible`. It knows neither time nor branch, so what depends on them is closed, and so is a server that the policy does not know.
 *
 * @throws {ModeError} MODE_NOT_FOUND when no layer defines the mode.
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
  opencode,
  kilo,
  gemini,
  'claude-code': claudeCode,
  codex,
  cursor,
  zoo,
};
