import type { ScriptLanguage } from '../program-facts.ts';

/** @internal Clause that says why a script can run a program or touch a file; undefined if it certainly does not. */
export function findScriptRisk(language: ScriptLanguage, script: string): string | undefined {
  return `holds a ${language} script of ${script.length} characters`;
}
