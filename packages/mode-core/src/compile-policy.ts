import { builtinModes } from './builtin-modes.ts';
import { collectNeeds } from './collect-needs.ts';
import { compileMode } from './compile-mode.ts';
import { type RuleReference, refuse } from './decision.ts';
import type { Ancestor } from './inheritance-nodes.ts';
import { jsonPointer, resolvePointer } from './json-pointer.ts';
import type { ModeSource } from './mode.ts';
import { createModeProblem, type ModeProblem } from './mode-problem.ts';
import { compileNamePattern } from './name-pattern.ts';
import { type LoadedMode, type ParsedModes, parseModes } from './parse-modes.ts';
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
import { type Lineage, resolveInheritance } from './resolve-inheritance.ts';
import { ruleAt } from './rule-at.ts';
import { findTool } from './tool-catalogue.ts';

/**
 * Does the slow work once: merges the layers (project over global over built-in, whole modes, never field by field), compiles file
 * and name patterns, and indexes the rules. Never throws on bad configuration: what is wrong is in `problems`, and refuses.
 */
export function compilePolicy(input: PolicyInput = {}): Policy {
  const layers: readonly ParsedModes[] = [
    parseLayer(input.project, 'project'),
    parseLayer(input.global, 'global'),
    parseLayer(input.builtin ?? builtinModes, 'builtin'),
  ];
  const problems: ModeProblem[] = layers.flatMap((layer) => [...layer.problems]);
  const merged = mergeLayers(layers, problems);
  const { now, context } = input;
  const compiled: CompiledPolicy = {
    modes: merged,
    disabledTools: compileDisabledTools(input.disabledTools ?? []),
    disabledToolNames: input.disabledTools ?? [],
    servers: input.servers && compileServers(input.servers),
    projectRoot: input.projectRoot,
    now: typeof now === 'function' ? now : undefined,
    context: typeof context === 'function' ? context : undefined,
    unreadable: findUnreadable(layers),
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

function parseLayer(input: ModesInput | undefined, source: ModeSource): ParsedModes {
  if (input !== undefined && 'modes' in input) return input;
  return parseModes({ customModes: input ?? [] }, { source });
}

/** From the strongest layer to the weakest: the first definition of a slug counts, and an unreadable layer hides all that is weaker. */
function mergeLayers(layers: readonly ParsedModes[], problems: ModeProblem[]): Map<string, CompiledMode> {
  const merged = new Map<string, CompiledMode>();
  const findLineage = resolveInheritance(layers);
  let hiddenBy: ParsedModes | undefined;
  for (const [index, layer] of layers.entries()) {
    for (const loaded of layer.modes) {
      const { slug } = loaded.config;
      const stronger = merged.get(slug);
      if (stronger !== undefined) {
        problems.push(reportShadow(layer, loaded, stronger.mode));
        continue;
      }
      const shadows = layers
        .slice(index + 1)
        .filter((weaker) => weaker.modes.some((mode) => mode.config.slug === slug));
      const lineage = findLineage(layer, loaded);
      if (lineage.failure !== undefined)
        problems.push(createModeProblem(layer, lineage.failure.code, { ...lineage.failure, mode: slug }));
      const mode = describeMode(
        lineage,
        shadows.map((weaker) => weaker.source),
      );
      const compiled = compileMode(mode, { loaded, layer, lineage, problems });
      merged.set(slug, hiddenBy === undefined ? compiled : hideMode(compiled, hiddenBy));
    }
    if (layer.unreadable !== undefined) hiddenBy ??= layer;
  }
  return merged;
}

function describeMode({ self, failure, ancestors }: Lineage, shadows: readonly ModeSource[]): PolicyMode {
  const { layer, loaded } = self;
  const line = layer.locate?.(loaded.pointer)?.line;
  const invalid = loaded.invalid ?? failure?.message;
  return {
    config: loaded.config,
    source: layer.source,
    shadows,
    inherits: ancestors.map(referTo),
    ...(layer.file === undefined ? {} : { file: layer.file }),
    ...(layer.locate === undefined ? {} : { locate: layer.locate }),
    ...(line === undefined ? {} : { line }),
    ...(invalid === undefined ? {} : { invalid }),
  };
}

/** The place of a mode that others extend, found once for all of them. */
function referTo(ancestor: Ancestor): RuleReference {
  ancestor.place ??= ruleAt(ancestor.loaded.pointer, ancestor);
  return ancestor.place;
}

function hideMode(compiled: CompiledMode, layer: ParsedModes): CompiledMode {
  const { slug } = compiled.mode.config;
  const reason = `Mode '${slug}' may use nothing: the ${layer.source} modes file${layer.file === undefined ? '' : ` ${layer.file}`} could not be read, and it may redefine this mode. ${layer.unreadable ?? ''}`;
  return {
    ...compiled,
    mode: { ...compiled.mode, invalid: reason },
    refusal: refuse('MODES_UNREADABLE', unreadableRule(layer), reason),
  };
}

function findUnreadable(layers: readonly ParsedModes[]): CompiledPolicy['unreadable'] {
  const layer = layers.find((candidate) => candidate.unreadable !== undefined);
  return layer && { reason: layer.unreadable ?? '', by: unreadableRule(layer) };
}

function unreadableRule(layer: ParsedModes): RuleReference {
  const line = layer.problems.find((problem) => problem.severity === 'error')?.line;
  return {
    layer: layer.source,
    pointer: '',
    ...(layer.file === undefined ? {} : { file: layer.file }),
    ...(line === undefined ? {} : { line }),
  };
}

function reportShadow(layer: ParsedModes, loaded: LoadedMode, stronger: PolicyMode): ModeProblem {
  const { slug } = loaded.config;
  const message = `Mode '${slug}' of the ${layer.source} layer is hidden by the ${stronger.source} mode of the same slug; nothing of it is inherited.`;
  return createModeProblem(layer, 'MODE_SHADOWED', { message, pointer: loaded.pointer, mode: slug });
}

/** Built-in slugs keep their places, whoever defines them; then global modes, then project modes, in file order. */
function inDisplayOrder(
  merged: ReadonlyMap<string, CompiledMode>,
  layers: readonly ParsedModes[],
): readonly PolicyMode[] {
  const slugs = new Set(layers.toReversed().flatMap((layer) => layer.modes.map((mode) => mode.config.slug)));
  return [...slugs].flatMap((slug) => merged.get(slug)?.mode ?? []);
}

function compileDisabledTools(disabledTools: readonly string[]): ReadonlyMap<string, RuleReference> {
  // Under its canonical name, so that disabling an alias disables the tool and the other way round.
  return new Map(
    disabledTools.map((name, index) => [
      findTool(name)?.name ?? name,
      { layer: 'settings', pointer: jsonPointer('disabledTools', index) } as const,
    ]),
  );
}

function compileServers(servers: readonly McpServerPolicy[]): ReadonlyMap<string, CompiledServer> {
  const compiled = new Map<string, CompiledServer>();
  for (const given of servers) {
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
