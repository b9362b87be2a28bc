import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../run-command.ts';
import { readManifest, root } from '../workspace.ts';

const app = join(root, 'apps/modes-server');

/** The manifest of the bundle of modes-server for Claude Desktop and other programs that take MCP bundles. */
export function createBundleManifest() {
  const { version, homepage } = readManifest(join(app, 'package.json'));
  return {
    manifest_version: '0.3',
    name: 'modegate-modes-server',
    display_name: 'Modegate',
    version,
    description: 'What an agent may do, by mode: refusals that name the rule, and a gateway to other servers.',
    author: { name: 'The Modegate contributors', url: 'https://github.com/modegate' },
    repository: { type: 'git', url: 'https://github.com/modegate/modegate.git' },
    homepage,
    documentation: 'https://github.com/modegate/modegate/blob/main/docs/modes-server.md',
    support: 'https://github.com/modegate/modegate/issues',
    license: 'MIT',
    keywords: ['modes', 'permissions', 'gateway'],
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/cli.js`, '--project-root', `\${user_config.project_root}`],
      },
    },
    // Which tools there are depends on the mode and on the servers behind the gateway.
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=22.13' } },
    user_config: {
      project_root: {
        type: 'directory',
        title: 'Project',
        description: 'The folder with .roomodes. Its modes apply.',
        required: true,
      },
    },
  };
}

/** Builds the bundle from what the build has left, and checks its manifest; returns its path. @throws {Error} with what mcpb says. */
export function buildBundle(folder: string): string {
  const staged = join(folder, 'mcp-bundle');
  mkdirSync(staged, { recursive: true });
  for (const name of ['dist', 'package.json', 'README.md', 'LICENSE'])
    cpSync(join(app, name), join(staged, name), { recursive: true });
  writeFileSync(join(staged, 'manifest.json'), `${JSON.stringify(createBundleManifest(), null, 2)}\n`);
  mustRun('mcpb', ['validate', join(staged, 'manifest.json')], { cwd: folder });
  const bundle = join(folder, 'modegate-modes-server.mcpb');
  mustRun('mcpb', ['pack', staged, bundle], { cwd: folder });
  return bundle;
}
