import { writeFileSync } from 'node:fs';
import { exampleModes } from './support.ts';

/** The modes of the example, and one that may use servers only for a task that works on the handbook. */
export const modesWithReview = `${exampleModes}  - slug: review
    name: Review
    roleDefinition: You review what others wrote.
    groups: [read, mcp]
    mcpRestrictions:
      when:
        task:
          parentMode: docs
`;

/** A client of a server, over whatever it is connected by. */
export interface TaskClient {
  readonly call: (
    name: string,
    args?: object,
  ) => Promise<{ readonly structuredContent: ReturnType<typeof JSON.parse> }>;
}

/** Two tasks of a family as an agent leaves them, by their sessions and their own ids. */
export interface ExampleTasks {
  readonly parent: ExampleTask;
  readonly child: ExampleTask;
}

/** One of them. */
export interface ExampleTask {
  readonly session_id: string;
  readonly task_id: string;
}

/** A task that went from `release` to `docs`, asked twice whether it may write, and has a subtask in `review`. */
export async function createTasks(client: TaskClient, about = 'Mend the handbook'): Promise<ExampleTasks> {
  const create = async (args: object): Promise<ExampleTask> =>
    (await client.call('create_task', args)).structuredContent;
  const parent = await create({ mode_slug: 'release', initial_message: about });
  const { session_id } = parent;
  await client.call('switch_mode', { session_id, new_mode_slug: 'docs', reason: 'Pages first' });
  for (const path of ['handbook/start.md', 'src/site.ts'])
    await client.call('validate_tool_use', { session_id, tool_name: 'write_to_file', tool_params: { path } });
  const child = await create({
    mode_slug: 'review',
    parent_session_id: session_id,
    initial_message: `Review: ${about}`,
  });
  return { parent, child };
}

/** Puts {@link modesWithReview} into a project. */
export function useReviewModes(modesFile: string): void {
  writeFileSync(modesFile, modesWithReview);
}
