import type { AgentUnderTest, Place } from '../lab/agent-under-test.ts';

/** What became of the hook in a run. */
export type Outcome =
  /** It refused the forbidden write. */
  | 'holds'
  /** The agent did what the mode forbids. */
  | 'off'
  /** The agent ended before it called a tool. */
  | 'no start';

/** Where the hook is: as `modegate hook install` puts it, or the same entry in the settings that the owner of the machine has. */
export type Scope = 'project' | 'global' | 'managed';

/** A text that takes the place of a file, or what becomes of the file's own text. */
export type Change = string | ((text: string, place: Place) => string);

/** A way to set up or start an agent, by which its hook may be off. */
export interface Way {
  readonly what: string;
  /** Changed after the installation: below the project, or below the home folder where a path starts with `~/`. */
  readonly files?: Readonly<Record<string, Change>>;
  /** Start folder. Default: the project root. */
  readonly start?: StartFolder;
  readonly flags?: (place: Place) => readonly string[];
  readonly env?: (place: Place) => Readonly<Record<string, string>>;
  /** What is seen, by the scope of the hook. A scope that is left out is not tried. */
  readonly seen: Readonly<Partial<Record<Scope, Outcome>>>;
}

/** A folder of the project, or a worktree beside it: of a commit without the hook, or of one with it. */
export type StartFolder = 'subfolder' | 'worktree' | 'worktree-with-hook' | 'elsewhere';

/** The ways of one agent. */
export interface WaysOff {
  readonly agent: AgentUnderTest;
  /** The file of the machine's owner that takes the hook, and its text from that of the scope `global`. */
  readonly managed?: { readonly from: string; readonly to: string; readonly change?: (text: string) => string };
  readonly ways: readonly Way[];
}
