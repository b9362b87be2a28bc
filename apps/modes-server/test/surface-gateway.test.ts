import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { countOwnTools } from '../src/commands/count-own-tools.ts';
import { resolveSettings } from '../src/settings/settings.ts';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { createProject, openServer } from './support/open-server.ts';

const flags = { mode: 'code', surface: 'gateway', toolsets: 'off' };

describe('usability B5: --surface gateway', () => {
  test('--surface gateway lists the tools of other servers and no session tools', async () => {
    const { client } = await openServer({ upstreams: createFakeUpstreams(), flags });
    const names = (await client.listTools()).map(({ name }) => name);
    expect(names).toEqual(['alpha__echo', 'alpha__wipe', 'beta__echo', 'beta__wipe']);
  });

  test('--surface gateway has instructions that require no validation and no task', async () => {
    const { server } = await openServer({ upstreams: createFakeUpstreams(), flags });
    const { initialized } = await connectInMemory(server);
    expect(initialized?.instructions).toContain("the mode 'code'");
    expect(initialized?.instructions).not.toMatch(/validate_tool_use|create_task/);
  });

  test('--surface gateway needs a mode and a gateway', () => {
    expect(() => resolveSettings({ surface: 'gateway' }, {})).toThrow(/Add --mode/);
    expect(() => resolveSettings({ ...flags, gateway: 'off' }, {})).toThrow(/--gateway off/);
  });
});

describe("usability B5: the tokens of the server's own tools", () => {
  const count = (surface: string, more: object = {}) => {
    const projectRoot = createProject({});
    const given = { projectRoot, globalConfigDir: projectRoot, mode: 'code', toolsets: 'off', surface, ...more };
    return countOwnTools(resolveSettings(given, {}), true);
  };

  test('tokens of own tools are counted for those that the surface lists', async () => {
    const [gateway, tools, meta, flat] = await Promise.all([
      count('gateway'),
      count('tools'),
      count('meta'),
      count('meta', { toolsets: 'flat' }),
    ]);
    expect(gateway).toEqual({ tools: 0, tokens: 0 });
    expect(tools.tools).toBeGreaterThan(6);
    expect(meta.tools).toBe(tools.tools + 3);
    expect(meta.tokens).toBeGreaterThan(tools.tokens);
    expect(flat.tokens).toBeGreaterThan(meta.tokens);
    expect((await count('both', { gateway: 'off' })).tools).toBe(tools.tools);
  });

  test('list_available_tools reports tokens of own tools together with those of other servers', async () => {
    const { client, call } = await openServer({
      upstreams: createFakeUpstreams(),
      flags: { mode: 'code', toolsets: 'off' },
    });
    const listed = (await client.listTools()).filter(({ name }) => !String(name).includes('__'));
    const { facts } = await call('list_available_tools');
    expect(facts.own).toEqual({ tools: listed.length, tokens: (await count('both')).tokens });
  });
});
