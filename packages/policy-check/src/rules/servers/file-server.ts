import type { ServerEntry } from '@modegate/project';
import { findPackage, programName } from './launched-package.ts';

const files = /file-?system|(?:^|[-_/])fs(?:[-_]mcp|$)/i;
const writers =
  /file-?system|(?:^|[-_/])fs(?:[-_]mcp|$)|text-?editor|desktop-?commander|(?:^|[-_/])(?:shell|terminal|git)(?:$|[-_@=])(?!hub|lab)/i;

/** True for a file server, as indicated by the package or program that the entry starts. */
export function isFileServer(server: ServerEntry): boolean {
  return files.test(launchedName(server));
}

/**
 * True if a server changes things on the machine (files, an editor, git or a shell), as indicated by the package or
 * program that it starts.
 */
export function changesFiles(server: ServerEntry): boolean {
  return writers.test(launchedName(server));
}

function launchedName(server: ServerEntry): string {
  if (server.state === 'invalid' || server.config.type !== 'stdio') return '';
  return findPackage(server)?.name ?? programName(server.config.command);
}
