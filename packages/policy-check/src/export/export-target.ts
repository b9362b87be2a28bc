import type { ExportedRule } from './export-rule.ts';
import type { ModeGrants } from './mode-grants.ts';

/** The agents whose own permission files can hold a mode. */
export const exportTargets = ['opencode', 'kilo', 'gemini', 'claude-code', 'codex', 'cursor', 'zoo'] as const;

/** One of these agents. */
export type ExportTarget = (typeof exportTargets)[number];

/** What a writer may need to know beside the mode. */
export interface WriterOptions {
  /** Absolute folder of the project, for agents that name files by their absolute paths. */
  readonly root?: string | undefined;
}

/** A file of an agent, and what became of the rules. */
export interface WrittenFile {
  readonly text: string;
  readonly rules: readonly ExportedRule[];
}

/** How the file of one agent is written. */
export interface TargetWriter {
  /** Where the agent looks for it: relative to the project, or to the home folder after `~/`. */
  readonly file: (slug: string) => string;
  readonly write: (grants: ModeGrants, options: WriterOptions) => WrittenFile;
}
