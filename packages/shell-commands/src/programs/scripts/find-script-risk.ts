import type { ScriptLanguage } from '../program-facts.ts';
import { findAwkRisk } from './awk-program.ts';
import { findJqRisk } from './jq-program.ts';
import { findSedRisk } from './sed-script.ts';

const finders: Readonly<Record<ScriptLanguage, (script: string) => string | undefined>> = {
  sed: findSedRisk,
  awk: findAwkRisk,
  jq: findJqRisk,
};

/**
 * @internal Clause that says why a script can run a program, or touch a file that the command does not name; undefined if
 * it certainly does not.
 */
export function findScriptRisk(language: ScriptLanguage, script: string): string | undefined {
  return finders[language](script);
}
