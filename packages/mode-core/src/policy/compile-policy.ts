import { builtinModes } from '../modes/builtin-modes.ts';
import type { ModeSource } from '../modes/mode.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { compileLayers } from './compile-parsed-policy.ts';
import type { Policy } from './policy.ts';
import type { ModesInput, PolicyInput } from './policy-input.ts';

/**
 * Does the slow work once: merges the layers (project over global over built-in, whole modes, never field by field), compiles file
 * and name patterns, and indexes the rules. Never throws: what is wrong is in `problems`, and refuses. Input with an unknown key or a value
 * of the wrong kind gives a policy that refuses everything, because the modes or limits in it may be lost.
 */
export function compilePolicy(input: PolicyInput = {}): Policy {
  return compileLayers(input, readLayer);
}

function readLayer(input: ModesInput | undefined, source: ModeSource): ParsedModes {
  if (input !== undefined && 'modes' in input) return input;
  return parseModes({ customModes: input ?? (source === 'builtin' ? builtinModes : []) }, { source });
}
