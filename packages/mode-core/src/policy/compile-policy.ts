import { builtinModes } from '../modes/builtin-modes.ts';
import type { ModeSource } from '../modes/mode.ts';
import { type ModeProblem, modeProblemSeverities } from '../modes/mode-problem.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { collectNeeds } from './collect-needs.ts';
import { compileServers } from './compile-servers.ts';
import { compileDisabledTools, findUnknownTools } from './disabled-tools.ts';
import { findUnreadable, mergeLayers, type Unreadable } from './merge-layers.ts';
import type { CompiledPolicy, Policy } from './policy.ts';
import type { ModesInput, PolicyInput } from './policy-input.ts';
import { type CheckedInput, checkPolicyInput, type InputFault } from './policy-input.ts';
import type { CompiledMode, PolicyMode } from './policy-mode.ts';

/**
 * Does the slow work once: merges the layers (project over global over built-in, whole modes, never field by field), compiles file
 * and name patterns, and indexes the rules. Never throws: what is wrong is in `problems`, and refuses. Input with an unknown key or a value
 * of the wrong kind gives a policy that refuses everything, because the modes or limits in it may be lost.
 */
export function compilePolicy(input: PolicyInput = {}): Policy {
  let faults: readonly InputFault[] = [];
  try {
    const checked = checkPolicyInput(input);
    faults = checked.faults;
    return compileInput(checked);
  } catch {
    const fault = { message: 'It could not be read as plain data.', pointer: '' };
    return compileInput({ input: {}, faults: [...faults, fault] });
  }
}

function compileInput({ input, faults }: CheckedInput): Policy {
  const layers: readonly ParsedModes[] = [
    parseLayer(input.project, 'project'),
    parseLayer(input.global, 'global'),
    parseLayer(input.builtin ?? builtinModes, 'builtin'),
  ];
  const problems: ModeProblem[] = [
    ...faults.map((fault) =>
      settingsProblem('INPUT_INVALID', `The input of the policy is not usable. ${fault.message}`, fault),
    ),
    ...layers.flatMap((layer) => [...layer.problems]),
  ];
  const [fault] = faults;
  const merged = mergeLayers(layers, problems, fault && refuseInput(fault));
  const disabledTools = input.disabledTools ?? [];
  problems.push(
    ...findUnknownTools(disabledTools).map((found) => settingsProblem('DISABLED_TOOL_UNKNOWN', found.message, found)),
  );
  const compiled: CompiledPolicy = {
    modes: merged,
    disabledTools: compileDisabledTools(disabledTools),
    disabledToolNames: disabledTools,
    servers: compileServers(input),
    serverFilesUnreadable: input.serverFilesUnreadable,
    projectRoot: input.projectRoot,
    now: input.now,
    context: input.context,
    unreadable: fault === undefined ? findUnreadable(layers) : refuseInput(fault),
    documents: { project: layers[0]?.document, global: layers[1]?.document, builtin: layers[2]?.document },
  };
  return Object.freeze({
    modes: inDisplayOrder(merged, layers),
    problems,
    servers: input.servers,
    needs: collectNeeds(merged.values()),
    compiled,
  });
}

function settingsProblem(
  code: 'INPUT_INVALID' | 'DISABLED_TOOL_UNKNOWN',
  message: string,
  { pointer }: { readonly pointer: string },
): ModeProblem {
  return { code, severity: modeProblemSeverities[code], message, source: 'settings', pointer };
}

function refuseInput({ message, pointer }: InputFault): Unreadable {
  return { reason: `The input of the policy is not usable. ${message}`, by: { layer: 'settings', pointer } };
}

function parseLayer(input: ModesInput | undefined, source: ModeSource): ParsedModes {
  if (input !== undefined && 'modes' in input) return input;
  return parseModes({ customModes: input ?? [] }, { source });
}

/** Built-in slugs keep their places, no matter which layer defines them; then global modes, then project modes, in file order. */
function inDisplayOrder(
  merged: ReadonlyMap<string, CompiledMode>,
  layers: readonly ParsedModes[],
): readonly PolicyMode[] {
  const slugs = new Set(layers.toReversed().flatMap((layer) => layer.modes.map((mode) => mode.config.slug)));
  return [...slugs].flatMap((slug) => merged.get(slug)?.mode ?? []);
}
