import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import type { Place } from './agent-under-test.ts';

/** A way of starting an agent that may change the tools that it offers. */
export interface WayToStart {
  /** As the recorded files have it under `offered`. */
  readonly name: string;
  /** Its arguments, made from those of a run without a terminal. Default: the same. */
  readonly args?: (usual: readonly string[]) => readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files, by paths relative to the home folder. */
  readonly homeFiles?: (place: Place) => Readonly<Record<string, string>>;
  /** Whether it draws on a terminal and waits for a person, so that it is ended when the script is done. */
  readonly needsTerminal?: boolean;
  /** What the model does, so that tools are offered that are not offered at once. `earlier` is what the model was sent in the ways before this one. */
  readonly script?: (earlier: readonly string[]) => readonly ToolUse[];
}

/** Arguments without some words. */
export function without(args: readonly string[], ...words: readonly string[]): readonly string[] {
  return args.filter((arg) => !words.includes(arg));
}
