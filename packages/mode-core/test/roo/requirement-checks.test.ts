import {
  getFullModeDetails,
  isServerAllowedForMode,
  isToolAllowedForModeAndServer,
  modes,
  normalizeForComparison,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

describe('the checks that the plan for per-mode restrictions names', () => {
  const restrictions = {
    allowedServers: ['weather-server', 'docs-server'],
    disallowedServers: ['admin-server'],
    allowedTools: [
      { serverName: 'weather-server', toolName: 'get_forecast' },
      { serverName: 'docs-server', toolName: 'search_docs' },
    ],
    disallowedTools: [{ serverName: 'weather-server', toolName: 'admin_function' }],
  };

  test('isServerAllowedForMode applies the server lists and the default of the server', () => {
    expect(isServerAllowedForMode('weather-server', restrictions)).toBe(true);
    expect(isServerAllowedForMode('admin-server', restrictions)).toBe(false);
    expect(isServerAllowedForMode('other', restrictions)).toBe(false);
    expect(isServerAllowedForMode('other', { disallowedServers: ['admin-server'] })).toBe(true);
    expect(isServerAllowedForMode('other', {})).toBe(true);
    expect(isServerAllowedForMode('other', undefined)).toBe(true);
    expect(isServerAllowedForMode('other', { allowedServers: [] })).toBe(false);
    expect(isServerAllowedForMode('other', {}, false)).toBe(false);
    expect(isServerAllowedForMode('other', { allowedServers: ['other'] }, false)).toBe(true);
    expect(isServerAllowedForMode('', {})).toBe(false);
  });

  test('isToolAllowedForModeAndServer applies the server and tool lists', () => {
    expect(isToolAllowedForModeAndServer('weather-server', 'get_forecast', restrictions)).toBe(true);
    expect(isToolAllowedForModeAndServer('weather-server', 'admin_function', restrictions)).toBe(false);
    expect(isToolAllowedForModeAndServer('weather-server', 'search_docs', restrictions)).toBe(false);
    expect(isToolAllowedForModeAndServer('docs-server', 'search_docs', restrictions)).toBe(true);
    expect(isToolAllowedForModeAndServer('admin-server', 'x', { disallowedServers: ['admin-server'] })).toBe(false);
    expect(isToolAllowedForModeAndServer('s', 'x', {})).toBe(true);
    expect(isToolAllowedForModeAndServer('s', '', {})).toBe(false);
  });

  test('restrictions that cannot be read allow nothing', () => {
    for (const broken of [null, 'all', { allowedServer: ['s'] }]) {
      expect(isServerAllowedForMode('s', broken as never)).toBe(false);
      expect(isToolAllowedForModeAndServer('s', 't', broken as never)).toBe(false);
    }
  });
});

describe('getFullModeDetails', () => {
  const custom = {
    slug: 'debug',
    name: 'Custom Debug',
    roleDefinition: 'Custom debug role',
    groups: ['read' as const],
  };

  test('getFullModeDetails returns a custom mode before a built-in one, or the first mode', async () => {
    expect(await getFullModeDetails('debug')).toMatchObject({ slug: 'debug' });
    expect(await getFullModeDetails('debug', [custom])).toMatchObject(custom);
    expect(await getFullModeDetails('nowhere')).toMatchObject({ slug: modes[0]?.slug });
  });

  test('getFullModeDetails prefers the texts of the settings', async () => {
    const prompts = { debug: { roleDefinition: 'Overridden role', customInstructions: 'Overridden instructions' } };
    expect(await getFullModeDetails('debug', undefined, prompts)).toMatchObject(prompts.debug);
  });

  test('D24 the caller reads the rules of a folder for getFullModeDetails', async () => {
    const seen: unknown[] = [];
    const addCustomInstructions = async (...given: unknown[]) => {
      seen.push(given);
      return 'Combined instructions';
    };
    const prompts = { debug: { customInstructions: 'Mine' } };
    const options = { cwd: '/p', globalCustomInstructions: 'Global', language: 'en', addCustomInstructions };
    expect(await getFullModeDetails('debug', undefined, prompts, options)).toMatchObject({
      customInstructions: 'Combined instructions',
    });
    expect(seen).toEqual([['Mine', 'Global', '/p', 'debug', { language: 'en' }]]);
    expect(await getFullModeDetails('debug', undefined, prompts, { cwd: '/p' })).toMatchObject({
      customInstructions: 'Mine',
    });
  });
});

test('normalizeForComparison reads `-` as `_`', () => {
  expect(normalizeForComparison('mcp--my-server--get-x')).toBe('mcp__my_server__get_x');
  expect(normalizeForComparison('Server')).toBe('Server');
});
