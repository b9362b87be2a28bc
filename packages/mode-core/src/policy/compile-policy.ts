import { builtinModes } from '../modes/builtin-modes.ts';
import type { ModeSource } from '../modes/mode.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { compileLayers } from './compile-parsed-policy.ts';
import type { Policy } from './policy.ts';
import type { ModesInput, PolicyInput } from './policy-input.ts';

/**
 * Compiles a policy once: merges the layers (project over global over built-in, as whole modes), compiles file and name
 * patterns, and indexes the rules. Never throws: faults are listed in `problems` and cause refusals. An unknown key or
 * a value of the wrong type yields a policy that refuses everything, because modes or restrictions may be lost.
 */
export function compilePolicy(input: PolicyInput = {}): Policy {
  return compileLayers(input, readLayer);
}

function readLayer(input: ModesInput | undefined, source: ModeSource): ParsedModes {
  if (input !== undefined && 'modes' in input) return input;
  return parseModes({ customModes: input ?? (source === 'builtin' ? builtinModes : []) }, { source });
}
