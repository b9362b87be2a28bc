/** Whose file it is: one project's, or the user's own for every project. */
export type Layer = 'project' | 'global';

/** One place to look: a path relative to the project, or to the user's global folder. */
export interface SourceLocation {
  readonly layer: Layer;
  readonly path: string;
}

/** Where a project keeps its modes, best first: Roo Code, Kilo Code, Zoo Code, IBM Bob. Only the first that exists counts. */
export const projectModeFiles = ['.roomodes', '.kilocodemodes', '.zoomodes', '.bob/custom_modes.yaml'] as const;

/** What the family has called its global modes file, newest name first. */
const globalModeFiles = [
  'custom_modes.yaml',
  'custom_modes.yml',
  'custom_modes.json',
  'cline_custom_modes.json',
] as const;

/** Every place of modes, best first within a layer; of each layer only the first that exists counts. */
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
 * Every place of MCP servers, strongest first: an entry hides those of the same name in the places after it. After each file of a client in
 * the project comes the one into which `modes-server adopt` moves its servers.
 */
export const serverLocations: readonly SourceLocation[] = ownServerPlaces.flatMap((place) =>
  place.layer === 'global' ? [place] : [place, { ...place, path: place.path.replace(/\.json$/, '.modegate.json') }],
);

/** Where a project keeps its servers, strongest first. */
export const projectServerFiles: readonly string[] = serverLocations
  .filter(({ layer }) => layer === 'project')
  .map(({ path }) => path);
