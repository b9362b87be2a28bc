import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import {
  answerHttp,
  createEditorHost,
  type DescribeOptions,
  type EditorHost,
} from '@modegate/restrictions-editor/messages';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';

/** A page with the editor, and the host that it saves to. */
export interface ServedEditor {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** No inline script or style, no eval, nothing from elsewhere: what a web view of VS Code allows, and less. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'none'; base-uri 'none'";

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Restrictions</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/styles.css"><link rel="stylesheet" href="/page.css"></head>
<body><header><h1>Permissions</h1></header><main id="root"></main><script type="module" src="/page.js"></script></body></html>`;

const pageCss = `body{margin:0}h1{position:absolute;clip-path:inset(50%)}main{padding:16px;min-height:100vh;box-sizing:border-box}
[data-theme=light]{background:#fff}[data-theme=dark]{background:#17181b;color-scheme:dark}`;

/** Serves the editor on a project on this machine. */
export async function serveEditor(
  projectRoot: string,
  { script, describe }: { readonly script: string; readonly describe: () => DescribeOptions },
): Promise<ServedEditor> {
  const host = createEditorHost(projectEditorFiles({ projectRoot, describe }));
  const styles = readFileSync(
    createRequire(import.meta.url).resolve('@modegate/restrictions-editor/styles.css'),
    'utf8',
  );
  const assets: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', script],
    '/styles.css': ['text/css', styles],
    '/page.css': ['text/css', pageCss],
    '/favicon.ico': ['image/x-icon', ''],
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/editor') return void answerEditor(host, request, response);
    const [type, body] = assets[path] ?? ['text/plain', ''];
    response
      .writeHead(assets[path] === undefined ? 404 : 200, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answerEditor(host: EditorHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request;
  const body = await readAll(request);
  const given = new Request('http://localhost/editor', {
    method,
    headers: { 'content-type': headers['content-type'] ?? '' },
    ...(method === 'POST' ? { body } : {}),
  });
  const answer = await answerHttp(host, given);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

async function readAll(request: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
