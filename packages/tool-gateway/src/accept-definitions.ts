import { findDefinitionProblem } from './find-definition-problem.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** The tools of one server as `tools/list` gave them. */
export interface ServerTools {
  readonly name: string;
  readonly tools: readonly JsonObject[];
}

/** A definition that is left out of the catalogue, and why. */
export interface CatalogueProblem {
  readonly server: string;
  /** The name of the tool where it has one, cut to 100 characters. */
  readonly tool: string | undefined;
  /** A sentence that says what is wrong with the definition. */
  readonly message: string;
}

/** A definition that goes into the catalogue. */
export interface AcceptedDefinition {
  readonly server: string;
  readonly name: string;
  readonly definition: JsonObject;
}

/** What became of the definitions of all servers. */
export interface AcceptedDefinitions {
  /** No two of one server and name. */
  readonly accepted: readonly AcceptedDefinition[];
  /** The first 100 problems. */
  readonly problems: readonly CatalogueProblem[];
  readonly problemCount: number;
}

/**
 * Separates the definitions that go into the catalogue from those that are left out. Of several with one name the first stays.
 *
 * @param wasAccepted - Whether a definition is known to be good; asked to save the work of looking at it again.
 */
export function acceptDefinitions(
  servers: readonly ServerTools[],
  wasAccepted: (server: string, name: string, definition: JsonObject) => boolean,
): AcceptedDefinitions {
  const byServer = new Map<string, Map<string, AcceptedDefinition>>();
  const report = createReport();
  for (const { name: server, tools } of servers) {
    const own = byServer.get(server) ?? new Map<string, AcceptedDefinition>();
    byServer.set(server, own);
    for (const definition of tools) {
      const name = isJsonObject(definition) ? definition.name : undefined;
      const isGood = typeof name === 'string' && wasAccepted(server, name, definition);
      const problem = isGood ? undefined : findDefinitionProblem(definition);
      if (typeof name !== 'string' || problem !== undefined) report.add(server, name, problem ?? 'It has no name.');
      else if (own.has(name)) report.add(server, name, 'The server lists another tool of the same name before it.');
      else own.set(name, { server, name, definition });
    }
  }
  const accepted = [...byServer.values()].flatMap((own) => [...own.values()]);
  return { accepted, problems: report.problems, problemCount: report.count };
}

const maxProblems = 100;

function createReport() {
  const problems: CatalogueProblem[] = [];
  const report = {
    problems,
    count: 0,
    add: (server: string, name: unknown, message: string): void => {
      report.count += 1;
      const tool = typeof name === 'string' ? name.slice(0, 100) : undefined;
      if (problems.length < maxProblems) problems.push({ server, tool, message });
    },
  };
  return report;
}
