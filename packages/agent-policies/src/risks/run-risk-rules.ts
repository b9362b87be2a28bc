import type { AgentReading } from '../agent-answer.ts';
import type { PermissionFiles } from '../permission-files.ts';
import { findFetchedCode } from './fetch-and-run.ts';
import { groupRisks, type RiskDraft } from './group-risks.ts';
import type { PermissionRisk } from './permission-risk.ts';

/** @internal A checker rule for one agent, which examines one place where the agent starts. */
export type RiskRule<Place> = (place: Place) => Iterable<RiskDraft>;

/** @internal Places where an agent starts, and the programs that it launches there. */
export interface RiskyPlaces<Place> extends Pick<PermissionFiles, 'files'>, Pick<AgentReading, 'launches'> {
  /** Name of the agent as displayed to users. */
  readonly title: string;
  readonly places: readonly Place[];
}

/** @internal Applies every rule to every place, and looks for code that is fetched and run. */
export function runRiskRules<Place>(
  { title, places, launches, files }: RiskyPlaces<Place>,
  rules: readonly RiskRule<Place>[],
): readonly PermissionRisk[] {
  const drafts = places.flatMap((place) => rules.flatMap((find) => [...find(place)]));
  return groupRisks([...drafts, ...findFetchedCode(title, launches)], files);
}
