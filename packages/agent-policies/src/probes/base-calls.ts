import type { AgentTool } from '@modegate/agent-tools';
import type { AgentToolCall } from '../agent-answer.ts';
import { mainParameter, type ToolOwner } from '../main-argument.ts';
import { unnamedText } from './probe-pattern.ts';

/** Returns a call to each recorded tool of an agent, with an argument that no rule mentions. */
export function unnamedCalls(agent: ToolOwner, folder: string): readonly AgentToolCall[] {
  return Object.entries(agent.tools).map(([name, tool]) => {
    const parameter = mainParameter(agent, name);
    return {
      tool: name,
      arguments: parameter === undefined ? {} : { [parameter]: argumentOf(tool, { parameter, folder }) },
    };
  });
}

function argumentOf(
  { parameters: { file = [], folder: folders = [], url = [], patch = [] } }: AgentTool,
  { parameter, folder }: { readonly parameter: string; readonly folder: string },
): string {
  if (url.includes(parameter)) return `https://${unnamedText}.example/`;
  if (patch.includes(parameter)) return patchOf(`${folder}/${unnamedText}`);
  return file.includes(parameter) || folders.includes(parameter) ? `${folder}/${unnamedText}` : unnamedText;
}

/** Returns a patch that changes one file. */
export function patchOf(path: string): string {
  return `*** Begin Patch\n*** Update File: ${path}\n@@\n-x\n+y\n*** End Patch`;
}

/** Quotes text so that it is one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w./~@%+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Commands that read, write, delete, search, use the network or start a program, with and without operators. */
export const plainCommands: readonly string[] = [
  unnamedText,
  'ls',
  'git status',
  'git push',
  `cat ${unnamedText}`,
  'cat .env',
  `touch ${unnamedText}`,
  `rm ${unnamedText}`,
  `rm -rf ${unnamedText}`,
  `mkdir ${unnamedText}`,
  `mv ${unnamedText} ${unnamedText}2`,
  `sed -i s/a/b/ ${unnamedText}`,
  `echo ${unnamedText} > ${unnamedText}`,
  `ls && ${unnamedText}`,
  `ls | ${unnamedText}`,
  `cd ${unnamedText}`,
  `cd .. && ${unnamedText}`,
  `cd ${unnamedText} && ls`,
  `curl https://${unnamedText}.example/`,
];

/** Returns paths in the start folder, in its subfolders and outside it, and paths of files that agents protect. */
export function plainPaths(start: string, home: string | undefined): readonly string[] {
  const inside = [unnamedText, `${unnamedText}/${unnamedText}`, '.env', '.git/config'].map(
    (path) => `${start}/${path}`,
  );
  return [
    ...inside,
    `/opt/${unnamedText}`,
    `/tmp/${unnamedText}`,
    ...(home === undefined ? [] : [`${home}/${unnamedText}`]),
  ];
}
