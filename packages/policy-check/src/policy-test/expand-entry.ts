import { defined } from '@modegate/json';
import type { ToolRequest } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import { callParameters } from '../matrix/call-parameters.ts';
import { expectations, readTime } from './check-entry.ts';
import type { PolicyTestCase, PolicyTestPosition } from './policy-test-case.ts';

/**
 * Yields the cases in a faultless entry: one case for each combination of its modes, tools, servers, files and
 * commands.
 */
export function* expandEntry(
  entry: Readonly<Record<string, unknown>>,
  place: PolicyTestPosition,
): Iterable<PolicyTestCase> {
  for (const mode of textsOf(entry.mode))
    for (const tool of textsOf(entry.tool ?? ''))
      for (const server of entry.server === undefined ? [undefined] : textsOf(entry.server))
        for (const file of textsOf(entry.file ?? ''))
          for (const command of entry.command === undefined ? [undefined] : textsOf(entry.command))
            yield createCase(entry, { mode, tool, server, file, command, place });
}

interface Combination {
  readonly mode: string;
  readonly tool: string;
  /** Name of the server; undefined for one of the agent's own tools. */
  readonly server: string | undefined;
  readonly file: string;
  /** Text of the command; undefined for calls other than commands. */
  readonly command: string | undefined;
  readonly place: PolicyTestPosition;
}

function createCase(entry: Readonly<Record<string, unknown>>, combination: Combination): PolicyTestCase {
  const { place } = combination;
  const request = createRequest(entry, combination);
  const question = describeQuestion(combination);
  const isOneOfMany = [entry.mode, entry.tool, entry.server, entry.file, entry.command].some(
    (value) => Array.isArray(value) && value.length > 1,
  );
  const named = typeof entry.name === 'string' ? entry.name : undefined;
  return {
    name: named === undefined ? question : isOneOfMany ? `${named}: ${question}` : named,
    request,
    expect: expectations.find((one) => one === entry.expect) ?? 'deny',
    place,
    ...(entry.unknown === true ? { mayBeUnknown: true } : {}),
    ...(typeof entry.by === 'string' ? { by: entry.by } : {}),
  };
}

function createRequest(
  entry: Readonly<Record<string, unknown>>,
  { mode, tool, server, file, command }: Combination,
): ToolRequest {
  const circumstances = defined({
    at: readTime(entry.at),
    context: entry.context as ToolRequest['context'],
    task: entry.task as ToolRequest['task'],
  });
  if (command !== undefined) return { mode, tool: 'execute_command', params: { command }, ...circumstances };
  const params = entry.params ?? (file === '' ? undefined : callParameters(findTool(tool), [file]));
  const given = defined({ params: params as ToolRequest['params'] });
  if (server === undefined) return { mode, tool, ...given, ...circumstances };
  if (tool === '' || tool === 'access_mcp_resource')
    return { mode, tool: 'access_mcp_resource', mcp: { server }, ...given, ...circumstances };
  // The arguments belong to the server's tool, not to the agent's `use_mcp_tool`.
  return { mode, tool: 'use_mcp_tool', mcp: { server, tool }, ...circumstances };
}

function describeQuestion({ mode, tool, server, file, command }: Combination): string {
  if (command !== undefined) return `${mode}: command '${command}'`;
  const isResource = tool === '' || tool === 'access_mcp_resource';
  const called = server === undefined ? tool : isResource ? `resources of ${server}` : `${server}/${tool}`;
  return `${mode}: ${called}${file === '' ? '' : ` ${file}`}`;
}

/** @internal Returns the strings in a value that is a string or a list of strings. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}
