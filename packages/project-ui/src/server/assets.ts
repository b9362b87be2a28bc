import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

/** The page's login method: a token in its address, or a token entered by the user. */
export type Door = 'address' | 'token';

const html = (door: Door) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Modegate</title>
<link rel="icon" href="favicon.ico">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body><div id="root" data-door="${door}"></div></body>
</html>
`;

/**
 * Reads the page's files, keyed by their paths relative to the folder. Nothing else is served, so a path cannot lead to
 * another file.
 */
export async function readAssets(folder: string, door: Door): Promise<ReadonlyMap<string, Asset>> {
  const [script, styles] = await Promise.all(
    ['page.js', 'page.css'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  return new Map([
    ['/', { type: 'text/html', body: html(door) }],
    ['/page.js', { type: 'text/javascript', body: script ?? '' }],
    ['/page.css', { type: 'text/css', body: styles ?? '' }],
    ['/favicon.ico', { type: 'image/x-icon', body: '' }],
  ]);
}
