/** How a line is run that cannot be run as it is written, or that does not end by itself with code 0. */
export interface NpxSetting {
  /** A part of the line. */
  readonly pattern: RegExp;
  /** Why it is not run here. */
  readonly skipped?: string;
  /** What it prints when it is ready; it then runs until the last line of the document has ended. */
  readonly readyText?: string;
  /** It is another way to do what the document does elsewhere, so it gets a place of its own. */
  readonly isAlone?: boolean;
  /** What has to be in its output. */
  readonly prints?: string;
  /** The exit code that the document promises, where it is not 0. */
  readonly exitCode?: number;
}

/** The first that fits a line counts, and each has to fit one. */
export const npxSettings: readonly NpxSetting[] = [
  { pattern: /^npx -y pnpm@/, skipped: 'works on a checkout of this repository; .ci/run is made of such lines' },
  { pattern: /^npx -y @vscode\/vsce/, skipped: 'installs into VS Code' },
  { pattern: /ipc-server simulate/, readyText: 'listen' },
  // It asks, and there is no terminal.
  { pattern: /modes-server trust$/, exitCode: 2 },
  // The call is refused.
  { pattern: /modegate why docs-writer/, exitCode: 1 },
  // No editor says goodbye.
  { pattern: /modegate lsp$/, exitCode: 1 },
  // A server answers `initialize`, and ends with its input.
  { pattern: /^npx -y @modegate\/(modes|ipc)-server( --|$)/, prints: '"protocolVersion"' },
  // Nothing serves at that address.
  { pattern: /hook install .* --url /, isAlone: true },
  { pattern: / serve --http /, readyText: 'http://127.0.0.1' },
  { pattern: /modes-server ui$/, readyText: 'http://127.0.0.1' },
];
