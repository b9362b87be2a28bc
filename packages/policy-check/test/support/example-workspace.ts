import { type CheckedServer, createWorkspace, type KnownServer, type Workspace } from '@modegate/policy-check';
import { readServerConfig } from '../../../mcp-host/src/config/read-server-config.ts';

/** The workspace that the files of an example describe, as `Example` says. */
export function exampleWorkspace(files: Readonly<Record<string, string>>): Workspace {
  const names = Object.keys(files);
  const texts = (pattern: RegExp) =>
    names.filter((name) => pattern.test(name)).map((file) => ({ file, text: files[file] ?? '' }));
  const modeFiles = texts(/modes(?:\.(?:ya?ml|json))?$/).map((file) => ({
    ...file,
    layer: file.file.startsWith('global/') ? ('global' as const) : ('project' as const),
  }));
  const readings = texts(/(?:mcp|mcp_settings)\.json$/).map((file) => ({
    ...file,
    ...readServerConfig(file.text, { file: file.file, source: file.file.startsWith('global/') ? 'global' : 'project' }),
  }));
  const servers: readonly CheckedServer[] = readings.flatMap((reading) => [...reading.servers]);
  return createWorkspace({
    modeFiles,
    serverFiles: readings.map(({ file, text, problems }) => ({ file, text, problems })),
    servers: readings.length === 0 ? undefined : servers,
    inventory: parse(files['tools.json']),
    lockedInventory: parse(files['locked-tools.json']),
    projectFiles: files['project-files.txt']?.split('\n').filter((line) => line !== ''),
    testedModes: files['tested-modes.txt']?.split('\n').filter((line) => line !== ''),
  });
}

function parse(text: string | undefined): readonly KnownServer[] | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as readonly KnownServer[]);
}
