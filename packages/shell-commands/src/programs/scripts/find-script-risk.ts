import type { ScriptLanguage } from '../program-facts.ts';
import { findAwkRisk } from './awk-program.ts';
import { findSedRisk } from './sed-script.ts';

const finders: Readonly<Record<ScriptLanguage, (script: string) => string | undefined>> = {
  sed: findSedRisk,
  awk: findAwkRisk,
  jq: findJqRisk,
};

/**
 * @internal Returns a clause that explains why a script can run a program, or access a file that the command does not
 * specify; undefined if it certainly does neither.
 */
export function findScriptRisk(language: ScriptLanguage, script: string): string | undefined {
  return finders[language](script);
}

/**
 * @internal Returns a clause that explains why a jq program can read a file that the command does not specify;
 * undefined if it certainly does not. No part of a jq program runs a program or writes a file.
 */
function findJqRisk(program: string): string | undefined {
  // Directives come before everything else.
  const [, directive] = /^(?:\s|#[^\n]*\n)*(import|include|module)\b/.exec(program) ?? [];
  if (directive !== undefined) return `reads other files with '${directive}'`;
  return /\bmodulemeta\b/.test(program) ? "reads other files with 'modulemeta'" : undefined;
}
