import { extend, lazy } from '@modegate/json';
import { compilePolicy, validateReferences } from '@modegate/mode-core';
import { unreadableModes } from '@modegate/mode-core/modes';
import { parseModesText } from '@modegate/mode-core/text';
import {
  type ConfigProblem,
  configFileKind,
  configSourceOf,
  findCrossFileRules,
  mergeServers,
  readServerConfig,
  toPolicyServers,
} from '@modegate/server-config';
import { findGatewayBypasses, gatewayBypassProblem, serversByClient } from './gateway-bypasses.ts';
import type { PolicySource, ProjectOptions } from './policy-source.ts';
import type { ModesSource, Project, ProjectProblem, ServersSource } from './project.ts';
import { createShellCommandJudge } from './shell-command-judge.ts';
import type { Layer } from './source-locations.ts';

/**
 * Compiles a project's policy sources, given in descending order of precedence; {@link readProject} both reads and
 * compiles them. Parses each text only once. In each layer of modes, the first existing file is used; among servers
 * with the same name, the first one is used.
 */
export function compileProject(
  places: { readonly modes: readonly PolicySource[]; readonly servers: readonly PolicySource[] },
  {
    root,
    disabledTools,
    now,
    context,
    shell = 'unknown',
    prepare = (input) => input,
  }: Omit<ProjectOptions, 'global' | 'serverFiles'> = {},
): Project {
  const modes = places.modes.map((place, index) => openModes(place, isFirst(places.modes, index)));
  const servers = withRulesElsewhere(places.servers.map(openServers));
  const merged = lazy(() => mergeServers(servers.map((source) => source.servers)));
  const layers = { ...layerOf(modes, 'project'), ...layerOf(modes, 'global') };
  const unreadable = describeUnreadable(servers);
  const policy = compilePolicy(
    prepare({
      ...layers,
      servers: lazy(() => toPolicyServers(merged().servers, servers)),
      serverFilesUnreadable: unreadable,
      commands: createShellCommandJudge(shell),
      disabledTools,
      projectRoot: root,
      now,
      context,
    }),
  );
  const problems = lazy(() => {
    const found: readonly ProjectProblem[] = [
      ...Object.values(layers).flatMap((layer) => layer.problems),
      ...policy.problems,
      // A server that seems to be missing may be defined in an unreadable file.
      ...(unreadable === undefined ? validateReferences(policy, merged().servers) : []),
      ...servers.flatMap((source) => source.problems),
      ...merged().problems,
      ...findGatewayBypasses({ clients: serversByClient(servers.flatMap((source) => source.servers)) }).map(
        gatewayBypassProblem,
      ),
    ];
    // The policy also contains the problems found in the layers.
    return [...new Set(found)];
  });
  return {
    root,
    modes: layers,
    policy,
    sources: [...modes, ...servers],
    get servers() {
      return merged().servers;
    },
    get problems() {
      return problems();
    },
  };
}

function withRulesElsewhere(servers: readonly ServersSource[]): readonly ServersSource[] {
  const elsewhere = lazy(() => findCrossFileRules(servers));
  return servers.map((source) => {
    const problems = lazy(() => [...source.problems, ...elsewhere().filter(({ file }) => file === source.file)]);
    return extend(source, {
      get problems() {
        return problems();
      },
    });
  });
}

/** Any unreadable file may have blocked a server that is missing from the readable files. */
function describeUnreadable(servers: readonly ServersSource[]): string | undefined {
  const files = servers.flatMap(({ state, file }) => (state === 'unreadable' ? [file] : []));
  return files.length === 0 ? undefined : `${files.join(', ')} could not be read.`;
}

function isFirst(places: readonly PolicySource[], index: number): boolean {
  const { layer } = places[index] ?? {};
  return places.findIndex((place) => place.layer === layer && place.reading.state !== 'missing') === index;
}

function layerOf(modes: readonly ModesSource[], layer: Layer): Project['modes'] {
  const counting = modes.find((source) => source.layer === layer && ['read', 'unreadable'].includes(source.state));
  return counting?.parsed === undefined ? {} : { [layer]: counting.parsed };
}

function openModes({ layer, path, file, reading }: PolicySource, isFirstOfLayer: boolean): ModesSource {
  const source = { what: 'modes', layer, path, file } as const;
  if (reading.state === 'missing') return { ...source, state: 'missing' };
  const isRead = reading.state === 'read';
  const origin = { source: layer, file };
  const parsed = isRead ? parseModesText(reading.text, origin) : unreadableModes(origin, reading);
  const state = parsed.unreadable === undefined ? 'read' : 'unreadable';
  return { ...source, state: isFirstOfLayer ? state : 'ignored', parsed, ...(isRead ? { text: reading.text } : {}) };
}

function openServers({ layer, path, file, reading }: PolicySource): ServersSource {
  const kind = configFileKind(path);
  const source = { what: 'servers', layer, path, file, kind } as const;
  if (reading.state === 'missing') return { ...source, state: 'missing', servers: [], problems: [] };
  if (reading.state === 'unreadable')
    return { ...source, state: 'unreadable', servers: [], problems: [fileProblem(file, reading)] };
  const { text } = reading;
  const isNamed = configSourceOf(kind, path) === 'global';
  const content = readServerConfig(text, { file, kind, source: isNamed ? 'global' : layer });
  return {
    ...source,
    state: content.unreadable ? 'unreadable' : 'read',
    text,
    get servers() {
      return content.servers;
    },
    get problems() {
      return content.problems;
    },
  };
}

function fileProblem(
  file: string,
  { code, reason }: Extract<PolicySource['reading'], { readonly state: 'unreadable' }>,
): ConfigProblem {
  const message = `The server configuration ${file} was not used: ${reason}.`;
  return { code, severity: 'error', message, file, pointer: '', line: 1, column: 1 };
}
