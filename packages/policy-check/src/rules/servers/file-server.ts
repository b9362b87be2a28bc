import type { ServerEntry } from '@modegate/project';
import { findPackage, programName } from './launched-package.ts';

const files = /file-?system|(?:^|[-_/])fs(?:[-_]mcp|$)/i;
const writers =
  /file-?system|(?:^|[-_/])fs(?:[-_]mcp|$)|text-?editor|desktop-?commander|(?:^|[-_/])(?:shell|terminal|git)(?:$|[-_@=])(?!hub|lab)/i;

/** Whether a server is one of files, by the package or program that it starts. */
export function isFileServer(server: ServerEntry): boolean {
  return files.test(launchedName(server));
}

/** Whether a server changes files of the machine, by the package or program that it starts: files, an editor, git or a shell. */
export function changesFiles(server: ServerEntry): boolean {
  return writers.test(launchedName(server));
}

function launchedName(server: ServerEntry): string {
  if (server.state === 'invalid' || server.config.type !== 'stdio') return '';
  return findPackage(server)?.name ?? programName(server.config.command);
}
