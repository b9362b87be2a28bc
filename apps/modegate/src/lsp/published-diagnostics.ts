import type { Diagnostic } from 'vscode-languageserver/node';
import type { DiagnosticsByUri } from './diagnostics.ts';

/**
 * Stores the diagnostics that an editor shows for several projects, which may share a file. Returns a function that
 * replaces all diagnostics of one project; `send` receives the complete list for a file, and only if it has changed.
 */
export function publishedDiagnostics(
  send: (uri: string, diagnostics: readonly Diagnostic[]) => void,
): (root: string, diagnostics: DiagnosticsByUri) => void {
  const byRoot = new Map<string, DiagnosticsByUri>();
  const sent = new Map<string, string>();
  return (root, diagnostics) => {
    const before = byRoot.get(root) ?? new Map();
    byRoot.set(root, diagnostics);
    for (const uri of new Set([...before.keys(), ...diagnostics.keys()])) {
      const all = [...byRoot.values()].flatMap((one) => one.get(uri) ?? []);
      const once = new Map(all.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
      const text = [...once.keys()].join('\n');
      if (text === (sent.get(uri) ?? '')) continue;
      if (text === '') sent.delete(uri);
      else sent.set(uri, text);
      send(uri, [...once.values()]);
    }
  };
}
