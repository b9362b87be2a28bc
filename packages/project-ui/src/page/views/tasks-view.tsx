import { Placeholder, ShownName, useAnswer, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { TaskListView, TaskSummary } from '../../wire.ts';
import { TaskMark } from '../parts/task-mark.tsx';
import { When } from '../parts/when.tsx';
import { TaskPage, type TaskPageProps } from './task-page.tsx';

interface TasksViewProps extends Omit<TaskPageProps, 'task'> {
  /** Id of the task shown; undefined for the list. */
  readonly task: string | undefined;
}

/** The list of the project's tasks, and a page for each task. */
export function TasksView({ api, overview, round, task, onTask }: TasksViewProps): ReactElement {
  if (task === undefined) return <TaskList {...{ api, round, onTask }} />;
  return <TaskPage key={task} {...{ api, overview, round, task, onTask }} />;
}

/** Changes to tasks do not trigger events. */
const everyMs = 4_000;

function TaskList({ api, round, onTask }: Pick<TasksViewProps, 'api' | 'round' | 'onTask'>): ReactElement {
  const strings = useStrings();
  const { answer: list, failure } = useAnswer(api.tasks, undefined, { round, everyMs });
  return (
    <div className="ui-part">
      {(list === undefined || failure !== undefined) && <Placeholder text={strings.readingTasks} failure={failure} />}
      {list?.isKept === false && (
        <div className="mge-empty">
          <p>{strings.tasksElsewhere}</p>
          <p>{strings.howToKeepTasks}</p>
        </div>
      )}
      {list?.isKept === true && <Tasks list={list} onTask={onTask} />}
    </div>
  );
}

function Tasks({ list, onTask }: { readonly list: TaskListView } & Pick<TasksViewProps, 'onTask'>): ReactElement {
  const strings = useStrings();
  const { tasks, place, more, isCut } = list;
  return (
    <>
      {place !== undefined && (
        <p className="mge-muted mge-mono">
          <bdi>{place}</bdi>
        </p>
      )}
      {tasks.length === 0 ? (
        <p className="mge-empty">{strings.noTasks}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <section className="mgv-scroll" aria-label={strings.tasks} tabIndex={0}>
          <table className="mgv-table ui-lines">
            <thead>
              <tr>
                <th scope="col">{strings.task}</th>
                <th scope="col">{strings.state}</th>
                <th scope="col">{strings.mode}</th>
                <th scope="col">{strings.lastUsed}</th>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <Row key={task.id} task={task} onTask={onTask} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {more > 0 && <p className="mge-muted">{strings.moreTasks(more)}</p>}
      {isCut && <p className="mge-muted">{strings.tasksCut}</p>}
    </>
  );
}

function Row({ task, onTask }: { readonly task: TaskSummary } & Pick<TasksViewProps, 'onTask'>): ReactElement {
  const strings = useStrings();
  const { id, state, hasEnded, mode, about, depth, openChildren, usedAtMs } = task;
  return (
    <tr data-ended={hasEnded ? '' : undefined}>
      <th scope="row">
        <button type="button" className="mgv-link ui-task-name" onClick={() => onTask(id)}>
          {about === undefined ? <span className="mge-mono">{id}</span> : <ShownName name={about} />}
        </button>
        <p className="mge-muted">
          {[
            ...(depth === 0 ? [] : [strings.subtaskAt(depth)]),
            ...(openChildren === 0 ? [] : [strings.openSubtasks(openChildren)]),
          ].join(' · ')}
        </p>
      </th>
      <td>
        <TaskMark state={state} />
      </td>
      <td>
        <ShownName name={mode} />
      </td>
      <td>
        <When atMs={usedAtMs} />
      </td>
    </tr>
  );
}
