import { type ModeProblem, validateReferences } from '@modegate/mode-core';
import type { CompiledDraft } from './mode-draft.ts';

/**
 * Warns about draft entries that refer to a server or tool that does not exist, and suggests the nearest name; returns
 * no warnings if the servers are not known.
 */
export function findReferenceProblems({ policy, opened, slug }: CompiledDraft): readonly ModeProblem[] {
  const { servers, offered = [] } = opened.project;
  if (servers === undefined) return [];
  const configured = servers.map(({ name }) => offered.find((server) => server.name === name) ?? { name });
  return validateReferences(policy, configured).filter(({ mode }) => mode === slug);
}
