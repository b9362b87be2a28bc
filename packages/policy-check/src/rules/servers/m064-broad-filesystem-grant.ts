import type { ServerEntry } from '@modegate/project';
import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serversText } from '../define-rule.ts';
import { isFileServer } from './file-server.ts';
import { findPackage } from './launched-package.ts';

/** M064: a file server that has access to the whole disk or the whole home folder. */
export const broadFilesystemGrant = defineRule(['M064', 'broad-filesystem-grant', 'warning', 'default'], {
  summary:
    'A filesystem server or a container has access to the root folder, a home folder or the container engine itself.',
  reason:
    'The file limits of a mode do not apply to the tools of a server: every mode that may use the server can access whatever the server can access. The home folder contains keys, browser sessions and the settings of the agent, including its rules, which can be rewritten there. The socket of the container engine is equivalent to root on the machine.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText(
        '"files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.11.25", "/"] }',
      ),
    },
    { '"/"]': '"./docs"]' },
  ),
  *check(workspace) {
    for (const server of workspace.servers) {
      const found = findGrant(server);
      if (found === undefined) continue;
      const message = `Server ${shown(server.name)} has access to ${found.what}. Give the server access only to the folder that it needs.`;
      const location = workspace.source(server.file).locate(`${server.pointer}/args/${found.index}`);
      yield { message, location, server: server.name };
    }
  },
});

interface Grant {
  readonly what: string;
  readonly index: number;
}

function findGrant(server: ServerEntry): Grant | undefined {
  if (server.state === 'invalid' || server.config.type !== 'stdio') return undefined;
  const { args } = server.config;
  const launched = findPackage(server);
  if (launched?.kind === 'image') {
    const options = args.slice(0, launched.index);
    const privileged = options.indexOf('--privileged');
    if (privileged !== -1) return { what: "every device on the machine ('--privileged')", index: privileged };
    const mounted = findMount(options);
    if (mounted !== undefined) return mounted;
  }
  if (!isFileServer(server)) return undefined;
  // In a container, `/` is the container's own root.
  if (launched?.kind === 'image') return undefined;
  const index = args.findIndex((argument, at) => at > (launched?.index ?? -1) && broadFolder(argument) !== undefined);
  const what = index === -1 ? undefined : broadFolder(args[index] ?? '');
  return what === undefined ? undefined : { what, index };
}

/** Returns the folder on the host machine that `-v` or `--mount` makes available to the container. */
function findMount(args: readonly string[]): Grant | undefined {
  for (const [index, argument] of args.entries()) {
    const isVolume = /^(?:-v|--volume)$/.test(args[index - 1] ?? '');
    const isMount = args[index - 1] === '--mount';
    const volume = isVolume ? argument : /^(?:-v=?|--volume=)(.+)$/.exec(argument)?.[1];
    const mount = isMount ? argument : /^--mount=(.+)$/.exec(argument)?.[1];
    const from = volume === undefined ? /(?:^|,)(?:src|source)=([^,]*)/.exec(mount ?? '')?.[1] : hostPart(volume);
    const what = from === undefined ? undefined : broadFolder(from);
    if (what !== undefined) return { what, index };
  }
  return undefined;
}

/**
 * Returns the part of the text before the colon that ends the first path; the colon after a drive letter is ignored.
 */
function hostPart(volume: string): string {
  return /^(?:[A-Za-z]:(?=[\\/])|\$\{[^}]*\})?[^:]*/.exec(volume)?.[0] ?? '';
}

function broadFolder(argument: string): string | undefined {
  const path = argument.trim().slice(0, 300);
  if (/^(?:\/var)?\/run\/docker\.sock$/.test(path)) return 'the socket of the container engine';
  if (/^(?:\/+|[A-Za-z]:[\\/]*|\/mnt\/[a-z]\/?)$/.test(path)) return `the whole disk (${shown(path)})`;
  const isHome =
    /^(?:~|\$HOME|\$\{(?:env:)?HOME\}|\$\{userHome\}|%USERPROFILE%|\$env:USERPROFILE|\$\{(?:env:)?USERPROFILE\})[\\/]*$/i.test(
      path,
    ) || /^(?:\/(?:home|Users)(?:\/[^/]+)?|\/root|[A-Za-z]:[\\/]+Users(?:[\\/]+[^\\/]+)?)[\\/]*$/.test(path);
  return isHome ? `a whole home folder (${shown(path)})` : undefined;
}
