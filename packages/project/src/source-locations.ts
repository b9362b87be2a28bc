/** Owner of a file: a project, or the user, whose files apply to every project. */
export type Layer = 'project' | 'global';

/** Location of a source: a path relative to the project or to the user's global folder. */
export interface SourceLocation {
  readonly layer: Layer;
  readonly path: string;
}

/**
 * A project's modes files, in descending order of precedence: Roo Code, Kilo Code, Zoo Code, IBM Bob. Only the first
 * existing file is used.
 */
export const projectModeFiles = ['.roomodes', '.kilocodemodes', '.zoomodes', '.bob/custom_modes.yaml'] as const;

/** Names that this family of clients uses for the global modes file, newest first. */
const globalModeFiles = [
  'custom_modes.yaml',
  'custom_modes.yml',
  'custom_modes.json',
  'cline_custom_modes.json',
] as const;

/**
 * Every location of modes, in descending order of precedence within a layer; in each layer, only the first existing
 * file is used.
 */
export const modeLocations: readonly SourceLocation[] = [
  ...projectModeFiles.map((path): SourceLocation => ({ layer: 'project', path })),
  ...globalModeFiles.flatMap((name): readonly SourceLocation[] => [
    { layer: 'global', path: name },
    { layer: 'global', path: `settings/${name}` },
  ]),
];

const ownServerPlaces: readonly SourceLocation[] = [
  { layer: 'project', path: '.roo/mcp.json' },
  { layer: 'global', path: 'settings/mcp_settings.json' },
  { layer: 'global', path: 'mcp_settings.json' },
  { layer: 'project', path: '.mcp.json' },
  { layer: 'project', path: '.vscode/mcp.json' },
  { layer: 'project', path: '.cursor/mcp.json' },
  { layer: 'project', path: '.kilocode/mcp.json' },
  { layer: 'project', path: '.bob/mcp.json' },
];

/**
 * Every location of MCP servers, in descending order of precedence: an entry hides entries with the same name in later
 * files. In the project, each client's file precedes the file into which `modes-server adopt` moves the client's
 * servers.
 */
export const serverLocations: readonly SourceLocation[] = ownServerPlaces.flatMap((place) =>
  place.layer === 'global' ? [place] : [place, { ...place, path: place.path.replace(/\.json$/, '.modegate.json') }],
);

/** A project's server files, in descending order of precedence. */
export const projectServerFiles: readonly string[] = serverLocations
  .filter(({ layer }) => layer === 'project')
  .map(({ path }) => path);
