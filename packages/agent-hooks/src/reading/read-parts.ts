import { collectCallPaths, findTool } from '@modegate/mode-core';
import type { ToolMapping } from '../adapter.ts';
import type { CallPart } from '../agent-call.ts';
import { findGlobFolders } from './glob-folders.ts';
import type { Reading } from './read-json.ts';

type Input = Readonly<Record<string, unknown>>;

/** What a call of a tool does. A file that should be named and is not makes the call one that cannot be judged. */
export function readParts(mapping: ToolMapping, input: Input): Reading<readonly CallPart[]> {
  const part = readPart(mapping, input);
  if (!part.ok) return part;
  const { command } = input;
  if (mapping.mayPatch !== true || typeof command !== 'string' || !/\*{3}\s*Begin Patch/i.test(command))
    return { ok: true, value: [part.value] };
  const patch = readPart({ tool: 'apply_patch' }, { command });
  return patch.ok ? { ok: true, value: [part.value, patch.value] } : patch;
}

function readPart(mapping: ToolMapping, input: Input): Reading<CallPart> {
  const { tool } = mapping;
  const paths = findTool(tool)?.paths;
  if (paths === undefined) return { ok: true, value: { tool, paths: undefined, ...readServer(mapping, input) } };
  if (paths.kind === 'patch') return requirePaths(tool, collectCallPaths({ ...anyPath, paths }, input));
  const found = collectCallPaths({ ...anyPath, morePaths: mapping.paths ?? [] }, input);
  if (!found.ok || paths.kind !== 'folder') return requirePaths(tool, found);
  const folders = found.paths.length === 0 ? ['.'] : found.paths;
  const further = (mapping.globs ?? []).flatMap((key) => findGlobFolders(input[key], folders[0] ?? '.'));
  return { ok: true, value: { tool, paths: [...folders, ...further], ...narrow(mapping, input) } };
}

/** Looks for paths as in a tool that writes: under every key that speaks of one. */
const anyPath = { name: '', aliases: [], group: 'edit', paths: { kind: 'parameters' } } as const;

function requirePaths(tool: string, found: ReturnType<typeof collectCallPaths>): Reading<CallPart> {
  if (!found.ok) return { ok: false, detail: found.detail };
  if (found.paths.length === 0 || found.paths.includes('')) return { ok: false, detail: 'it names no file' };
  return { ok: true, value: { tool, paths: found.paths } };
}

/** A pattern of names counts as a limit only where the catalogue's search knows it: `*.md`, at any depth. */
function narrow({ narrowedBy }: ToolMapping, input: Input): Pick<CallPart, 'params'> {
  const pattern = narrowedBy === undefined ? undefined : input[narrowedBy];
  return typeof pattern === 'string' ? { params: { file_pattern: pattern.replace(/^\*\*\//, '') } } : {};
}

function readServer({ server: key }: ToolMapping, input: Input): Pick<CallPart, 'server'> {
  const server = key === undefined ? undefined : input[key];
  return typeof server === 'string' ? { server } : {};
}
