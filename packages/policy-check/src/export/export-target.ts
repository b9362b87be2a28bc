import type { ExportedRule } from './export-rule.ts';
import type { ModeGrants } from './mode-grants.ts';

/** Agents whose own permission files can express a mode. */
export const exportTargets = ['opencode', 'kilo', 'gemini', 'claude-code', 'codex', 'cursor', 'zoo'] as const;

/** One of {@link exportTargets}. */
export type ExportTarget = (typeof exportTargets)[number];

/** Options that a writer may need in addition to the mode. */
export interface WriterOptions {
  /** Absolute path of the project folder, for agents that refer to files by absolute path. */
  readonly root?: string | undefined;
}

/** A file for an agent, with the outcome of each rule. */
export interface WrittenFile {
  readonly text: string;
  readonly rules: readonly ExportedRule[];
}

/** Writer for the permission file of one agent. */
export interface TargetWriter {
  /**
   * Returns the location where the agent looks for the file: relative to the project, or to the home folder if it
   * starts with `~/`.
   */
  readonly file: (slug: string) => string;
  readonly write: (grants: ModeGrants, options: WriterOptions) => WrittenFile;
}
