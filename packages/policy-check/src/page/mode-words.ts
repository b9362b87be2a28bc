import { type GroupPicture, type PictureGroup, type ServerPicture, usableTools } from './mode-picture.ts';

/** Describes in a few words the extent to which a group is allowed. */
export function wordsOfGroup({ group, state, tools, files, limits }: GroupPicture): string {
  if (state === 'closed') return 'closed';
  if (files !== undefined) return `${files.opened} of ${files.asked} files${files.left > 0 ? ' looked at' : ''}`;
  if (limits.length > 0) return 'some files';
  const usable = usableTools({ tools }).length;
  if (usable < tools.length) return `${usable} of ${tools.length} tools`;
  if (group === 'command' && state === 'limited') return 'some commands';
  if (group === 'mcp' && state === 'limited') return 'depending on the server and tool';
  return state === 'open' ? openWords[group] : 'limited';
}

const openWords: Readonly<Record<PictureGroup, string>> = {
  read: 'any file',
  edit: 'any file',
  browser: 'any page',
  command: 'any command',
  mcp: 'open',
  always: 'open',
};

/** Describes how many tools on a server may be used. */
export function wordsOfServer({ state, tools }: ServerPicture): string {
  if (state === 'closed') return 'closed';
  if (tools.length === 0) return 'tools not known';
  return `${tools.filter((tool) => tool.state !== 'denied').length} of ${tools.length} tools`;
}
