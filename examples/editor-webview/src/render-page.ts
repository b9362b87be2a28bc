import { randomBytes } from 'node:crypto';

/** What the page of a web view is made of. */
export interface PageParts {
  readonly script: string;
  readonly styles: string;
  /** `webview.cspSource`: where VS Code serves the files of the extension. */
  readonly cspSource: string;
  readonly mode: string;
}

/** The page: one script by its nonce, one style sheet, and nothing from elsewhere. */
export function renderPage({ script, styles, cspSource, mode }: PageParts): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Restrictions</title>
<link rel="stylesheet" href="${escapeHtml(styles)}">
</head>
<body>
<main id="root" data-mode="${escapeHtml(mode)}"></main>
<script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
