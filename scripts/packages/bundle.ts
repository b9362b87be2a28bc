import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundle, createBundleManifest } from '../release/mcp-bundle.ts';
import { mustRun, runCommand } from '../run-command.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } },
};

/** Builds the MCP bundle, unpacks it elsewhere, and starts it as its manifest says. */
export function bundleFailures(folder: string): readonly string[] {
  const unpacked = join(folder, 'unpacked-bundle');
  const project = join(folder, 'bundle-project');
  mkdirSync(project);
  mustRun('mcpb', ['unpack', buildBundle(folder), unpacked], { cwd: folder });
  const { command, args } = createBundleManifest().server.mcp_config;
  const filled = args.map((text) =>
    text.replace(`\${__dirname}`, unpacked).replace(`\${user_config.project_root}`, project),
  );
  const input = `${JSON.stringify(initialize)}\n`;
  const { passed, stdout, output } = runCommand(command, filled, { cwd: project, timeoutMs: 30_000, input });
  const isAnswered = stdout.includes('"protocolVersion":"2025-11-25"');
  return passed && isAnswered ? [] : [`The MCP bundle does not answer initialize:\n${output}`];
}
