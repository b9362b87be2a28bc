import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { UiRefusal } from '../operations/refusal.ts';
import type { UiProject } from '../operations/ui-project.ts';
import type { PageViewer } from '../operations/viewer.ts';
import { readAssets } from './assets.ts';
import { parseRequest, requireJson } from './guard.ts';
import { pageHeaders } from './page-headers.ts';
import { failureResponse, openUiHost } from './ui-host.ts';

/** A complete response. */
export interface UiPage {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page as part of another server, which authenticates clients and limits hosts, rates and body sizes. */
export interface UiEndpoint {
  /** Returns one of the page's files, which contain nothing about the project; undefined if it does not exist. */
  readonly file: (pathname: string) => UiPage | undefined;
  /** True if a POST request to this path is for the page. */
  readonly has: (pathname: string) => boolean;
  /** Answers the request, or indicates that a stream should be opened on its response. */
  readonly answer: (request: UiRequest) => Promise<UiPage | { readonly open: (response: ServerResponse) => void }>;
  readonly close: () => Promise<void>;
}

/** A POST request from an admitted client. */
export interface UiRequest {
  readonly pathname: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly viewer: PageViewer;
}

/** Options for {@link openUiEndpoint}. */
export interface UiEndpointOptions {
  readonly project: UiProject;
  /** Folder that contains `page.js` and `page.css`. */
  readonly assetsFolder: string;
  /** Path of the page, such as `/ui`. */
  readonly path: string;
  /**
   * Origins at which the page can be reached if a proxy changes the host. Default: only the origin of the host itself.
   */
  readonly allowedOrigins?: readonly string[];
  /** Called with failures that are not caused by the request. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Opens the page as part of another server.
 *
 * @throws The system's error if one of the page's files is missing.
 */
export async function openUiEndpoint(options: UiEndpointOptions): Promise<UiEndpoint> {
  const { project, assetsFolder, path, allowedOrigins = [], onProblem } = options;
  const assets = await readAssets(assetsFolder, 'token');
  const host = openUiHost(project, onProblem);
  const nameOf = (pathname: string) =>
    pathname.startsWith(`${path}/api/`) ? pathname.slice(`${path}/api/`.length) : undefined;
  return {
    file(pathname) {
      // Without the trailing slash, the page's relative requests would go to the wrong folder.
      if (pathname === path)
        return { ...page(308, 'text/plain', ''), headers: { ...pageHeaders, location: `${path}/` } };
      const asset = pathname.startsWith(`${path}/`) ? assets.get(pathname.slice(path.length)) : undefined;
      return asset && page(200, asset.type, asset.body);
    },
    has: (pathname) => host.maxBytesOf(nameOf(pathname) ?? '') !== undefined,
    async answer({ pathname, headers, body, viewer }) {
      const name = nameOf(pathname) ?? '';
      try {
        requireOwn(headers, allowedOrigins);
        requireJson(headers);
        const maxBytes = host.maxBytesOf(name) ?? 0;
        if (Buffer.byteLength(body) > maxBytes)
          throw new UiRefusal(413, `The request is longer than ${maxBytes} bytes.`);
        const asked = parseRequest(() => body);
        if (name === 'events') return { open: (response) => open(response, () => host.openStream(response, viewer)) };
        return json(200, await host.run(name, asked, viewer));
      } catch (error) {
        const { status, body: said } = failureResponse(error, onProblem);
        // Messages from internal errors may mention folders on this machine.
        return json(
          status,
          status === 500 ? { error: 'The request failed. See the server log for the reason.' } : said,
        );
      }
    },
    close: host.close,
  };
}

/**
 * The credential is in a header, which other sites cannot make a browser send; this check refuses a request from
 * another site even if it has the header.
 */
function requireOwn(headers: IncomingHttpHeaders, allowedOrigins: readonly string[]): void {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? origin === undefined || allowedOrigins.includes(origin) || URL.parse(origin)?.host === host.toLowerCase()
      : site === 'same-origin';
  if (!isOwn) throw new UiRefusal(403, 'This request comes from another site.');
}

function open(response: ServerResponse, begin: () => void): void {
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  try {
    begin();
  } catch (error) {
    const { status, body } = failureResponse(error, () => undefined);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  }
}

function json(status: number, body: unknown): UiPage {
  return page(status, 'application/json', JSON.stringify(body));
}

function page(status: number, type: string, body: string): UiPage {
  return { status, contentType: `${type}; charset=utf-8`, body, headers: pageHeaders };
}
