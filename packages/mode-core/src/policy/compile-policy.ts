import type { RuleReference } from '../decision.ts';
import { jsonPointer, resolvePointer } from '../json-pointer.ts';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import { builtinModes } from '../modes/builtin-modes.ts';
import type { ModeSource } from '../modes/mode.ts';
import { type ModeProblem, modeProblemSeverities } from '../modes/mode-problem.ts';
import { type ParsedModes, parseModes } from '../parse/parse-modes.ts';
import { type CheckedInput, checkPolicyInput, type InputFault } from './check-policy-input.ts';
import { collectNeeds } from './collect-needs.ts';
import { compileDisabledTools, findUnknownTools } from './disabled-tools.ts';
import { findUnreadable, mergeLayers, type Unreadable } from './merge-layers.ts';
import type {
  CompiledMode,
  CompiledPolicy,
  CompiledServer,
  McpServerPolicy,
  ModesInput,
  Policy,
  PolicyInput,
  PolicyMode,
} from './policy.ts';

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

/** Built-in slugs keep their places, whoever defines them; then global modes, then project modes, in file order. */
function inDisplayOrder(
  merged: ReadonlyMap<string, CompiledMode>,
  layers: readonly ParsedModes[],
): readonly PolicyMode[] {
  const slugs = new Set(layers.toReversed().flatMap((layer) => layer.modes.map((mode) => mode.config.slug)));
  return [...slugs].flatMap((slug) => merged.get(slug)?.mode ?? []);
}

/** Undefined where it is not known which servers there are; a file that could not be read is one that is known of. */
function compileServers({
  servers,
  serverFilesUnreadable,
}: PolicyInput): ReadonlyMap<string, CompiledServer> | undefined {
  if (servers === undefined && serverFilesUnreadable === undefined) return undefined;
  const compiled = new Map<string, CompiledServer>();
  for (const given of servers ?? []) {
    // Callers without types may pass anything: what has no name cannot be asked for, and what cannot be read is refused.
    if (typeof given?.name !== 'string') continue;
    const server = checkServer(given);
    // Servers come strongest first; a weaker entry of the same name is hidden whole, so a disabled project entry does not expose a global one.
    if (!compiled.has(server.name)) compiled.set(server.name, compileServer(server));
  }
  return compiled;
}

/** A switch that is no switch, such as `disabled: 'true'`, must not leave a server open. */
function checkServer(server: McpServerPolicy): McpServerPolicy {
  const { defaultEnabled, disabled, disabledTools = [], enabledTools = [], invalid } = server;
  const isSwitch = (value: unknown) => value === undefined || typeof value === 'boolean';
  const isList = (value: unknown) => Array.isArray(value) && value.every((tool) => typeof tool === 'string');
  const isReadable = isSwitch(defaultEnabled) && isSwitch(disabled) && isList(disabledTools) && isList(enabledTools);
  if (isReadable && (invalid === undefined || typeof invalid === 'string')) return server;
  return {
    ...server,
    invalid:
      "'defaultEnabled' and 'disabled' must be true or false, and 'disabledTools' and 'enabledTools' lists of names.",
  };
}

function compileServer(server: McpServerPolicy): CompiledServer {
  const pointer = server.pointer ?? jsonPointer('mcpServers', server.name);
  const ruleAt = (at: string): RuleReference => {
    const line = server.locate?.(at)?.line;
    return {
      layer: 'servers',
      pointer: at,
      server: server.name,
      ...(server.file === undefined ? {} : { file: server.file }),
      ...(line === undefined ? {} : { line }),
    };
  };
  return {
    server,
    by: ruleAt(pointer),
    fieldRule: (field) => ruleAt(placeOf(server, field) ?? `${pointer}/${field}`),
    // A server whose lists cannot be read is refused before they are looked at.
    disabledTools: server.invalid === undefined ? (server.disabledTools ?? []).map(compileNamePattern) : [],
    enabledTools: server.invalid === undefined ? server.enabledTools?.map(compileNamePattern) : [],
  };
}

/** Where a setting, or an item of one such as `disabledTools/0`, is written when the file has it under another name. */
function placeOf({ places }: McpServerPolicy, field: string): string | undefined {
  const place: unknown = resolvePointer(places, `/${field}/pointer`);
  return typeof place === 'string' ? place : undefined;
}
