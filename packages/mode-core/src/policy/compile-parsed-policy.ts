import type { CommandJudge } from '../commands/command-judge.ts';
import type { ModeSource } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem, modeProblemSeverities } from '../modes/mode-problem.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { collectNeeds } from './collect-needs.ts';
import { policyServers } from './compile-servers.ts';
import { compileDisabledTools, findUnknownTools } from './disabled-tools.ts';
import { findUnreadable, mergeLayers, type Unreadable } from './merge-layers.ts';
import type { CompiledPolicy, Policy } from './policy.ts';
import {
  type CheckedInput,
  checkPolicyInput,
  type InputFault,
  type ModesInput,
  type PolicyInput,
} from './policy-input.ts';
import type { CompiledMode, PolicyMode } from './policy-mode.ts';

/** Input for a policy whose layers have all been parsed. */
export interface ParsedPolicyInput extends PolicyInput {
  readonly project?: ParsedModes | undefined;
  readonly global?: ParsedModes | undefined;
  /** Built-in modes. Default: none. */
  readonly builtin?: ParsedModes | undefined;
}

/**
 * Compiles a policy in the same way as `compilePolicy`, but without the parsers, for a program that stores the result
 * of `parseModes` in order to start faster. Only the given built-in modes exist. An unparsed layer yields a policy that
 * refuses everything.
 */
export function compileParsedPolicy(input: ParsedPolicyInput): Policy {
  return compileLayers(input, requireParsed);
}

function requireParsed(input: ModesInput | undefined, source: ModeSource): ParsedModes {
  if (input === undefined) return { source, modes: [], problems: [], document: { customModes: [] } };
  if ('modes' in input) return input;
  throw new Error(`The ${source} layer has not been parsed.`);
}

/** Compiles the layers of a policy. Never throws. */
export function compileLayers(input: PolicyInput, readLayer: ReadLayer): Policy {
  let faults: readonly InputFault[] = [];
  try {
    const checked = checkPolicyInput(input);
    faults = checked.faults;
    return compileInput(checked, readLayer);
  } catch {
    const fault = { message: 'It contains something other than plain data.', pointer: '' };
    return compileInput({ input: {}, faults: [...faults, fault] }, readLayer);
  }
}

type ReadLayer = (input: ModesInput | undefined, source: ModeSource) => ParsedModes;

function compileInput({ input, faults }: CheckedInput, readLayer: ReadLayer): Policy {
  const layers: readonly ParsedModes[] = [
    readLayer(input.project, 'project'),
    readLayer(input.global, 'global'),
    readLayer(input.builtin, 'builtin'),
  ];
  const problems: ModeProblem[] = [
    ...faults.map((fault) =>
      settingsProblem('INPUT_INVALID', `The policy input cannot be used. ${fault.message}`, fault),
    ),
    ...layers.flatMap((layer) => [...layer.problems]),
  ];
  const [fault] = faults;
  const merged = mergeLayers(layers, problems, fault && refuseInput(fault));
  const disabledTools = input.disabledTools ?? [];
  problems.push(
    ...findUnknownTools(disabledTools).map((found) => settingsProblem('DISABLED_TOOL_UNKNOWN', found.message, found)),
  );
  const servers = policyServers(input);
  const compiled: CompiledPolicy = {
    modes: merged,
    disabledTools: compileDisabledTools(disabledTools),
    disabledToolNames: disabledTools,
    get servers() {
      return servers.compiled;
    },
    serverFilesUnreadable: input.serverFilesUnreadable,
    projectRoot: input.projectRoot,
    commands: input.commands,
    now: input.now,
    context: input.context,
    unreadable: fault === undefined ? findUnreadable(layers) : refuseInput(fault),
    documents: { project: layers[0]?.document, global: layers[1]?.document, builtin: layers[2]?.document },
  };
  // Rules for commands are parsed on first use, because most programs need neither the problems nor a decision on a
  // command.
  let known: readonly ModeProblem[] | undefined;
  return Object.freeze({
    modes: inDisplayOrder(merged, layers),
    get problems() {
      known ??= [...problems, ...findFaultyRules(merged.values(), input.commands)];
      return known;
    },
    get servers() {
      return servers.list;
    },
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
  return { reason: `The policy input cannot be used. ${message}`, by: { layer: 'settings', pointer } };
}

/**
 * Returns modes in display order. Built-in slugs retain their positions regardless of the layer that defines them; they
 * are followed by global modes, then project modes, in file order.
 */
function inDisplayOrder(
  merged: ReadonlyMap<string, CompiledMode>,
  layers: readonly ParsedModes[],
): readonly PolicyMode[] {
  const slugs = new Set(layers.toReversed().flatMap((layer) => layer.modes.map((mode) => mode.config.slug)));
  return [...slugs].flatMap((slug) => merged.get(slug)?.mode ?? []);
}

/** Reports, without duplicates, those rules of the given modes that the analyser cannot use. */
function findFaultyRules(modes: Iterable<CompiledMode>, judge: CommandJudge | undefined): readonly ModeProblem[] {
  if (judge === undefined) return [];
  const sets = new Set([...modes].flatMap(({ commands }) => commands?.sets ?? []));
  return [...sets].flatMap((set) =>
    judge.findFaults(set).map(({ rule, message }) => {
      const details = { message, pointer: rule.by.pointer, mode: set.owner };
      return createModeProblem(set.layer, 'COMMAND_RULE_INVALID', details);
    }),
  );
}
