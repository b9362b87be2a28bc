import { defined } from '@modegate/json';
import { type RuleReference, refuse } from '../decision.ts';
import type { ModeSource } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem } from '../modes/mode-problem.ts';
import type { LoadedMode, ParsedModes } from '../modes/parsed-modes.ts';
import { foldSlug } from '../parse/slug-claims.ts';
import { show } from '../show.ts';
import { compileMode } from './compile-mode.ts';
import type { Ancestor } from './inheritance-nodes.ts';
import { ruleAt } from './inheritance-nodes.ts';
import type { CompiledPolicy } from './policy.ts';
import type { CompiledMode, PolicyMode } from './policy-mode.ts';
import { type Lineage, type Lineages, resolveInheritance } from './resolve-inheritance.ts';

/**
 * Merges layers from the strongest to the weakest. The first definition of a slug takes precedence, and an unreadable
 * layer hides all weaker layers.
 */
export function mergeLayers(
  layers: readonly ParsedModes[],
  problems: ModeProblem[],
  refusal: Unreadable | undefined,
): Map<string, CompiledMode> {
  const merged = new Map<string, CompiledMode>();
  const findMcpLineage = resolveInheritance(layers, 'mcpRestrictions');
  const findCommandLineage = resolveInheritance(layers, 'commandRestrictions');
  const claims: SlugClaims = new Map();
  let hiddenBy = refusal;
  for (const [index, layer] of layers.entries()) {
    for (const { mode, guesses } of layer.nameless ?? []) addClaims(claims, guesses, { layer, loaded: mode });
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
      const lineages = { mcp: findMcpLineage(layer, loaded), commands: findCommandLineage(layer, loaded) };
      for (const { failure } of [lineages.mcp, lineages.commands])
        if (failure !== undefined) problems.push(createModeProblem(layer, failure.code, { ...failure, mode: slug }));
      const mode = describeMode(
        lineages,
        shadows.map((weaker) => weaker.source),
      );
      const compiled = compileMode(mode, { loaded, layer, lineages, problems });
      const claim = claims.get(foldSlug(slug));
      const open = claim === undefined ? compiled : refuseClaimed(compiled, { claim, layer, problems });
      merged.set(slug, hiddenBy === undefined ? open : hideMode(compiled, hiddenBy));
    }
    // Two slugs in one file that differ only in case denote two modes; in different layers, one may be meant to replace
    // the other.
    for (const loaded of layer.modes) addClaims(claims, [foldSlug(loaded.config.slug)], { layer, loaded });
    if (layer.unreadable !== undefined) hiddenBy ??= { reason: describeUnreadable(layer), by: unreadableRule(layer) };
  }
  return merged;
}

/** For each normalised slug, the strongest entry with another spelling that may have been meant for that slug. */
type SlugClaims = Map<string, Claim>;

interface Claim {
  readonly layer: ParsedModes;
  readonly loaded: LoadedMode;
}

function addClaims(claims: SlugClaims, slugs: readonly string[], claim: Claim): void {
  for (const slug of slugs) if (!claims.has(slug)) claims.set(slug, claim);
}

/** A mode's layer, with the claim on the mode's slug. */
interface ClaimedSlug {
  readonly claim: Claim;
  readonly layer: ParsedModes;
  readonly problems: ModeProblem[];
}

/** Makes a mode refuse everything if an entry with another spelling of its slug may have been meant to replace it. */
function refuseClaimed(compiled: CompiledMode, { claim, layer, problems }: ClaimedSlug): CompiledMode {
  const { slug } = compiled.mode.config;
  const written = claim.loaded.config.slug;
  const what = written === '' ? 'an entry without a slug' : `the slug ${show(written)}`;
  const where = `${claim.layer.source} modes${claim.layer.file === undefined ? '' : ` of ${claim.layer.file}`}`;
  const reason = `Mode '${slug}' of the ${layer.source} layer cannot use any tools: ${what} among the ${where} may have been intended to replace it. Change that slug to '${slug}', or to a slug that differs in more than letter case, spaces and punctuation.`;
  const { pointer } = claim.loaded;
  problems.push(createModeProblem(claim.layer, 'SLUG_AMBIGUOUS', { message: reason, pointer, mode: slug }));
  return {
    ...compiled,
    mode: { ...compiled.mode, invalid: reason },
    refusal: refuse('MODE_INVALID', ruleAt(pointer, claim), reason),
  };
}

function describeMode({ mcp, commands }: Lineages, shadows: readonly ModeSource[]): PolicyMode {
  const { layer, loaded } = mcp.self;
  const failure = mcp.failure ?? commands.failure;
  return {
    config: loaded.config,
    source: layer.source,
    shadows,
    inherits: listAncestors(mcp, commands).map(referTo),
    ...defined({
      file: layer.file,
      locate: layer.locate,
      line: layer.locate?.(loaded.pointer)?.line,
      invalid: loaded.invalid ?? failure?.message,
      unknownGroups: loaded.unknownGroups && placesOf(loaded.unknownGroups, mcp.self),
    }),
  };
}

function placesOf(groups: ReadonlyMap<string, string>, self: Lineage['self']): ReadonlyMap<string, RuleReference> {
  return new Map([...groups].map(([group, pointer]) => [group, ruleAt(pointer, self)]));
}

/** Lists the modes that a mode extends through either kind of restriction, without duplicates. */
function listAncestors(mcp: Lineage, commands: Lineage): readonly Ancestor[] {
  if (commands.ancestors.length === 0) return mcp.ancestors;
  const known = new Set(mcp.ancestors.map(({ loaded }) => loaded));
  return [...mcp.ancestors, ...commands.ancestors.filter(({ loaded }) => !known.has(loaded))];
}

/** Returns a reference to an extended mode, created on first use. */
function referTo(ancestor: Ancestor): RuleReference {
  ancestor.place ??= ruleAt(ancestor.loaded.pointer, ancestor);
  return ancestor.place;
}

/** Reason why nothing can be allowed, with the rule that causes it. */
export type Unreadable = NonNullable<CompiledPolicy['unreadable']>;

function hideMode(compiled: CompiledMode, { reason: why, by }: Unreadable): CompiledMode {
  const reason = `Mode '${compiled.mode.config.slug}' cannot use any tools: ${why}`;
  return { ...compiled, mode: { ...compiled.mode, invalid: reason }, refusal: refuse('MODES_UNREADABLE', by, reason) };
}

function describeUnreadable({ source, file, unreadable = '' }: ParsedModes): string {
  return `the ${source} modes file${file === undefined ? '' : ` ${file}`} could not be read, and it may redefine this mode. ${unreadable}`;
}

/** Finds the strongest unreadable layer; this layer may define any slug that no readable layer defines. */
export function findUnreadable(layers: readonly ParsedModes[]): Unreadable | undefined {
  const layer = layers.find((candidate) => candidate.unreadable !== undefined);
  return layer && { reason: layer.unreadable ?? '', by: unreadableRule(layer) };
}

function unreadableRule(layer: ParsedModes): RuleReference {
  const line = layer.problems.find((problem) => problem.severity === 'error')?.line;
  return { layer: layer.source, pointer: '', ...defined({ file: layer.file, line }) };
}

function reportShadow(layer: ParsedModes, loaded: LoadedMode, stronger: PolicyMode): ModeProblem {
  const { slug } = loaded.config;
  const message = `Mode '${slug}' of the ${layer.source} layer is hidden by the ${stronger.source} mode with the same slug, which inherits nothing from it.`;
  return createModeProblem(layer, 'MODE_SHADOWED', { message, pointer: loaded.pointer, mode: slug });
}
