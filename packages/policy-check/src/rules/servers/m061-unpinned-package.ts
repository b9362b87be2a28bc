import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, serversText } from '../define-rule.ts';
import { findPackage } from './launched-package.ts';

/** M061: a server that is always fetched in its latest version. */
export const unpinnedPackage = defineRule(['M061', 'unpinned-package', 'warning', 'strict'], {
  summary: 'A server is started from a package or image without an exact version.',
  reason:
    '`npx`, `uvx` and `docker run` fetch the version that the registry lists as the latest, and run it with the permissions of the user. Anyone who takes over the package runs code on every machine that starts the server, and a new release can add tools that no rule of a mode covers. An exact version changes only when someone changes the file. For an image, only a digest is an exact version.',
  ...exampleWithRepair(
    {
      'mcp.json': serversText('"memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] }'),
    },
    { '"@modelcontextprotocol/server-memory"]': '"@modelcontextprotocol/server-memory@2025.11.25"]' },
  ),
  *check(workspace) {
    for (const server of workspace.servers) {
      const launched = findPackage(server);
      if (launched === undefined || launched.isPinned) continue;
      const location = workspace.source(server.file).locate(`${server.pointer}/args/${launched.index}`);
      const way =
        launched.kind === 'image'
          ? 'Specify the digest, as in image@sha256:….'
          : `Specify an exact version, as in ${launched.kind === 'python' ? 'package==1.2.3' : 'package@1.2.3'}.`;
      const message = `Server ${shown(server.name)} starts the latest available version of ${launched.kind === 'image' ? 'the image' : 'the package'} ${shown(launched.name)}. ${way}`;
      yield { message, location, server: server.name };
    }
  },
});
