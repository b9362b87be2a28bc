import { expect, test } from 'vitest';
import { runServer } from '../support/built-server.ts';
import { createPlace, gatewayArgs, mode } from './support/gateway.ts';
import { twoTools, upstream } from './support/upstreams.ts';

test('mcp-restrictions 5.1: doctor names the tools in restrictions that do not exist on their server', async () => {
  const tools = [
    { serverName: 'alpha', toolName: 'ecko' },
    { serverName: 'alpha', toolName: 'echo' },
    { serverName: 'gone', toolName: 'echo' },
  ];
  const modes = JSON.stringify({ customModes: [mode('odd', { mcpRestrictions: { disallowedTools: tools } })] });
  const servers = { alpha: twoTools('alpha').entry, gone: { command: 'modegate-no-such-command' } };
  const place = createPlace();
  const args = gatewayArgs({ servers, modes, flags: [] }, place);
  const { stdout } = await runServer(['doctor', '--timeout', '10', ...args], { cwd: place.project, home: place.home });
  const reported = stdout.split('\n').filter((line) => line.includes('RESTRICTION_TOOL_UNKNOWN'));
  expect(reported).toEqual([expect.stringMatching(/\.roomodes:1.* has no tool 'ecko'\. Did you mean 'echo'\?/)]);
  const { stdout: offline } = await runServer(['doctor', '--offline', ...args], {
    cwd: place.project,
    home: place.home,
  });
  expect(offline).not.toContain('RESTRICTION_TOOL_UNKNOWN');
});

test('security L7: doctor names the URIs that two servers claim', async () => {
  const servers = { alpha: upstream('conformance-server.ts').entry, beta: upstream('conformance-server.ts').entry };
  const place = createPlace();
  const args = gatewayArgs({ servers, flags: [] }, place);
  const { stdout } = await runServer(['doctor', '--timeout', '15', ...args], { cwd: place.project, home: place.home });
  const reported = stdout.split('\n').filter((line) => line.includes('RESOURCE_CLAIMED_TWICE'));
  expect(reported).toContainEqual(
    expect.stringMatching(/warning Servers 'alpha' and 'beta' both list the resource 'test:/),
  );
  expect(reported).toContainEqual(expect.stringContaining("template 'test://template/{id}/data'"));
});
