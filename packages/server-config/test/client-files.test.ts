import { configFileKind } from '@modegate/server-config';
import {
  type ClientEnvironment,
  type ClientName,
  clientFilePath,
  clientFiles,
  clientLocations,
  wrapCommandForWindows,
} from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';
import { clientScopes, isClientName } from '../src/clients/client-files.ts';

const linux: ClientEnvironment = { platform: 'linux', env: {}, homeDir: '/home/me', projectRoot: '/work/p' };
const darwin: ClientEnvironment = { platform: 'darwin', env: {}, homeDir: '/Users/me', projectRoot: '/work/p' };
const win32: ClientEnvironment = { platform: 'win32', env: {}, homeDir: 'C:\\Users\\me', projectRoot: 'D:\\p' };

const clients = Object.keys(clientFiles).filter(isClientName);

describe('the file of a client', () => {
  test.each<[ClientName, string]>([
    ['roo', '.roo/mcp.json'],
    ['zoo', '.roo/mcp.json'],
    ['claude-code', '.mcp.json'],
    ['vscode', '.vscode/mcp.json'],
    ['cursor', '.cursor/mcp.json'],
    ['kilo', '.kilo/kilo.jsonc'],
    ['bob', '.bob/mcp.json'],
    ['gemini', '.gemini/settings.json'],
    ['qwen', '.qwen/settings.json'],
    ['zed', '.zed/settings.json'],
    ['opencode', 'opencode.json'],
  ])('clientFilePath of %s in a project is %s', (client, path) => {
    expect(clientFilePath(client, 'project', linux)).toBe(`/work/p/${path}`);
    expect(clientFilePath(client, 'project', darwin)).toBe(`/work/p/${path}`);
    expect(clientFilePath(client, 'project', win32)).toBe(`D:\\p\\${path.replaceAll('/', '\\')}`);
  });

  const storage = (extension: string) => `Code/User/globalStorage/${extension}/settings/mcp_settings.json`;

  test.each<[ClientName, string, string, string]>([
    [
      'roo',
      `/home/me/.config/${storage('rooveterinaryinc.roo-cline')}`,
      `/Users/me/Library/Application Support/${storage('rooveterinaryinc.roo-cline')}`,
      `C:/Users/me/AppData/Roaming/${storage('rooveterinaryinc.roo-cline')}`,
    ],
    [
      'zoo',
      `/home/me/.config/${storage('zoocodeorganization.zoo-code')}`,
      `/Users/me/Library/Application Support/${storage('zoocodeorganization.zoo-code')}`,
      `C:/Users/me/AppData/Roaming/${storage('zoocodeorganization.zoo-code')}`,
    ],
    ['claude-code', '/home/me/.claude.json', '/Users/me/.claude.json', 'C:/Users/me/.claude.json'],
    [
      'claude-desktop',
      '/home/me/.config/Claude/claude_desktop_config.json',
      '/Users/me/Library/Application Support/Claude/claude_desktop_config.json',
      'C:/Users/me/AppData/Roaming/Claude/claude_desktop_config.json',
    ],
    [
      'vscode',
      '/home/me/.config/Code/User/mcp.json',
      '/Users/me/Library/Application Support/Code/User/mcp.json',
      'C:/Users/me/AppData/Roaming/Code/User/mcp.json',
    ],
    ['cursor', '/home/me/.cursor/mcp.json', '/Users/me/.cursor/mcp.json', 'C:/Users/me/.cursor/mcp.json'],
    [
      'gemini',
      '/home/me/.gemini/settings.json',
      '/Users/me/.gemini/settings.json',
      'C:/Users/me/.gemini/settings.json',
    ],
    [
      'zed',
      '/home/me/.config/zed/settings.json',
      '/Users/me/.config/zed/settings.json',
      'C:/Users/me/AppData/Roaming/Zed/settings.json',
    ],
    ...(['opencode/opencode.json', 'kilo/kilo.jsonc'] as const).map((path): [ClientName, string, string, string] => [
      path.startsWith('kilo') ? 'kilo' : 'opencode',
      `/home/me/.config/${path}`,
      `/Users/me/.config/${path}`,
      `C:/Users/me/.config/${path}`,
    ]),
    ...(
      [
        ['cline', '.cline/data/settings/cline_mcp_settings.json'],
        ['windsurf', '.codeium/windsurf/mcp_config.json'],
      ] as const
    ).map(([client, path]): [ClientName, string, string, string] => [
      client,
      `/home/me/${path}`,
      `/Users/me/${path}`,
      `C:/Users/me/${path}`,
    ]),
  ])('clientFilePath knows the personal file of %s on each system', (client, onLinux, onDarwin, onWindows) => {
    expect(clientFilePath(client, 'global', linux)).toBe(onLinux);
    expect(clientFilePath(client, 'global', darwin)).toBe(onDarwin);
    expect(clientFilePath(client, 'global', win32)).toBe(onWindows.replaceAll('/', '\\'));
  });

  test('clientFilePath follows the environment where the client does', () => {
    const inEnv = (client: ClientName, surroundings: ClientEnvironment, env: Record<string, string>) =>
      clientFilePath(client, 'global', { ...surroundings, env });
    expect(inEnv('vscode', linux, { XDG_CONFIG_HOME: '/x' })).toBe('/x/Code/User/mcp.json');
    expect(inEnv('vscode', linux, { XDG_CONFIG_HOME: '' })).toBe('/home/me/.config/Code/User/mcp.json');
    expect(inEnv('claude-desktop', win32, { APPDATA: 'E:\\Roaming' })).toBe(
      'E:\\Roaming\\Claude\\claude_desktop_config.json',
    );
    expect(inEnv('claude-code', linux, { CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/.claude.json');
  });

  test('clientFilePath is unknown without the folder or in a scope that the client lacks', () => {
    const nowhere: ClientEnvironment = { platform: 'linux', env: {} };
    for (const client of clients) {
      expect(clientFilePath(client, 'project', nowhere)).toBeUndefined();
      expect(clientFilePath(client, 'global', nowhere)).toBeUndefined();
    }
    expect(clientFilePath('claude-desktop', 'project', linux)).toBeUndefined();
    expect(clientScopes('claude-desktop')).toEqual(['global']);
  });

  test('a client file is recognised as the kind in the table', () => {
    for (const client of clients) {
      for (const scope of clientScopes(client)) {
        for (const surroundings of [linux, darwin, win32]) {
          expect(configFileKind(clientFilePath(client, scope, surroundings) ?? '')).toBe(clientFiles[client].kind);
        }
      }
    }
  });

  test('a file belongs to no client of another name', () => {
    expect(isClientName('toString')).toBe(false);
    expect(isClientName('__proto__')).toBe(false);
  });
});

describe('the command of a client on Windows', () => {
  test.each(['npx', 'NPX', 'npm', 'pnpm', 'yarn', 'npx.cmd', 'C:\\tools\\run.bat', 'C:/node/npx'])(
    'wrapCommandForWindows runs the script %s through cmd',
    (command) => {
      expect(wrapCommandForWindows(command, ['-y', 'x'], 'win32')).toEqual({
        command: 'cmd',
        args: ['/c', command, '-y', 'x'],
      });
    },
  );

  test.each(['node', 'cmd', 'cmd.exe', 'uvx', 'npx.exe', 'C:\\npx\\server.exe'])(
    'wrapCommandForWindows leaves the program %s unchanged',
    (command) => {
      expect(wrapCommandForWindows(command, ['a'], 'win32')).toEqual({ command, args: ['a'] });
    },
  );

  test('wrapCommandForWindows leaves a command unchanged on other systems', () => {
    expect(wrapCommandForWindows('npx', ['a'], 'linux')).toEqual({ command: 'npx', args: ['a'] });
    expect(wrapCommandForWindows('npx', ['a'], 'darwin')).toEqual({ command: 'npx', args: ['a'] });
  });
});

describe('all places that a client reads', () => {
  const filesOf = (...of: Parameters<typeof clientLocations>) => clientLocations(...of).map(({ file }) => file);

  test('the places of a client begin with its own file', () => {
    for (const client of clients)
      for (const scope of clientScopes(client))
        expect(filesOf(client, scope, linux)[0]).toBe(clientFilePath(client, scope, linux));
  });

  // As `opencode debug config` 1.18.33 and `kilo debug config` 7.7.7 put them together.
  test('the places of opencode and Kilo are in two or three folders, with both file extensions', () => {
    expect(filesOf('opencode', 'project', win32)).toEqual([
      'D:\\p\\opencode.json',
      'D:\\p\\opencode.jsonc',
      'D:\\p\\.opencode\\opencode.json',
      'D:\\p\\.opencode\\opencode.jsonc',
    ]);
    expect(filesOf('opencode', 'global', linux)).toEqual([
      '/home/me/.config/opencode/opencode.json',
      '/home/me/.config/opencode/opencode.jsonc',
      '/home/me/.config/opencode/config.json',
      '/home/me/.opencode/opencode.json',
      '/home/me/.opencode/opencode.jsonc',
    ]);
    const project = ['.kilo', '.', '.kilocode'].flatMap((folder) =>
      ['kilo.jsonc', 'kilo.json', 'opencode.json', 'opencode.jsonc'].map((name) => `/work/p/${folder}/${name}`),
    );
    const inKilo = filesOf('kilo', 'project', linux);
    expect(inKilo).toEqual([
      ...project.map((file) => file.replace('/./', '/')),
      '/work/p/.kilo/mcp.json',
      '/work/p/.kilocode/mcp.json',
    ]);
    expect(filesOf('kilo', 'global', linux)).toHaveLength(13);
  });

  test('the places of Claude Code include the section of its global file for the project', () => {
    const mine = { ...linux, env: { CLAUDE_CONFIG_DIR: '/c' } };
    expect(clientLocations('claude-code', 'project', mine)).toEqual([
      { file: '/work/p/.mcp.json', kind: 'claude-code' },
      { file: '/c/.claude.json', kind: 'claude-code', keyPath: ['projects', '/work/p', 'mcpServers'] },
    ]);
    expect(clientLocations('claude-code', 'project', win32)[1]?.keyPath).toEqual(['projects', 'D:/p', 'mcpServers']);
    expect(filesOf('claude-code', 'project', { ...linux, projectRoot: undefined })).toEqual([]);
  });
});
