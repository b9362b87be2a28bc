import { Button, Placeholder, ShownName, useAnswer, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { ProjectOverview, TaskConditions, TaskView } from '../../wire.ts';
import type { Api } from '../api.ts';
import { AuditLines } from '../parts/audit-lines.tsx';
import { TaskMark } from '../parts/task-mark.tsx';
import { When } from '../parts/when.tsx';
import { ModeOverviewTab } from './mode-tab.tsx';
import { TaskFamily } from './task-family.tsx';
import { TaskSwitches } from './task-switches.tsx';

/** Props of {@link TaskPage}. */
export interface TaskPageProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly round: number;
  /** Id of the task. */
  readonly task: string;
  readonly onTask: (task: string | undefined) => void;
}

/** Changes to tasks do not trigger events. */
const everyMs = 2_000;

/**
 * One task: its identity, its family, its path through the modes, its current permissions, and the decisions made for
 * it.
 */
export function TaskPage({ api, overview, round, task: id, onTask }: TaskPageProps): ReactElement {
  const strings = useStrings();
  const question = { id };
  const { answer: task, failure } = useAnswer(api.task, question, { round, everyMs });
  return (
    <div className="ui-task">
      <p>
        <Button onClick={() => onTask(undefined)}>{strings.allTasks}</Button>
      </p>
      {(task === undefined || failure !== undefined) && <Placeholder text={strings.readingTask} failure={failure} />}
      {task !== undefined && (
        <>
          <Head task={task} />
          <TaskFamily task={task} onTask={onTask} />
          <TaskSwitches task={task} />
          <section className="ui-part" aria-labelledby="ui-active">
            <h3 id="ui-active">{task.hasEnded ? strings.lastMode : strings.activeNow}</h3>
            <Judged judged={task.judged} />
            {task.picture === undefined ? (
              <p className="mge-notice">{strings.modeNotShown(task.mode.slice(0, 60))}</p>
            ) : (
              <ModeOverviewTab {...{ api, overview, question }} ask={api.taskMode} round={task.picture} />
            )}
          </section>
          <Decisions task={task} />
        </>
      )}
    </div>
  );
}

function Head({ task }: { readonly task: TaskView }): ReactElement {
  const strings = useStrings();
  const { id, about, state, createdAtMs, usedAtMs, endedAtMs, result } = task;
  return (
    <header className="mgv-node">
      <h2>{about === undefined ? <span className="mge-mono">{id}</span> : <ShownName name={about} />}</h2>
      <p className="mgv-legend" role="status">
        <TaskMark state={state} />
        <span className="mge-mono mge-muted">{id}</span>
      </p>
      <p className="mgv-legend mge-muted">
        <span>
          {strings.began} <When atMs={createdAtMs} />
        </span>
        <span>
          {strings.lastUsed} <When atMs={usedAtMs} />
        </span>
        {endedAtMs !== undefined && (
          <span>
            {strings.ended} <When atMs={endedAtMs} />
          </span>
        )}
      </p>
      {result !== undefined && (
        <p>
          <bdi>{result.slice(0, maxResultLength)}</bdi>
        </p>
      )}
    </header>
  );
}

const maxResultLength = 1_000;

/** The circumstances on which the drawing below is based. */
function Judged({ judged }: { readonly judged: TaskConditions }): ReactElement {
  const strings = useStrings();
  const { state, depth, parentMode, atMs, branch, isCi } = judged;
  return (
    <p className="mgv-legend mge-muted">
      <span>{strings.judgedAs}</span>
      <span className="mge-badge">{strings.taskStates[state as keyof typeof strings.taskStates] ?? state}</span>
      {depth !== undefined && <span className="mge-badge">{strings.atDepth(depth)}</span>}
      <span className="mge-badge">{strings.parentIn(parentMode)}</span>
      {atMs !== undefined && (
        <span className="mge-badge">
          {strings.at} <When atMs={atMs} />
        </span>
      )}
      {branch !== undefined && <span className="mge-badge">{strings.onBranch(branch.slice(0, 60))}</span>}
      {isCi !== undefined && <span className="mge-badge">{strings.inCi[isCi ? 'yes' : 'no']}</span>}
    </p>
  );
}

function Decisions({ task: { decisions, dropped } }: { readonly task: TaskView }): ReactElement {
  const strings = useStrings();
  return (
    <div className="ui-part">
      <h3>{strings.decisions}</h3>
      {decisions.length === 0 ? (
        <p className="mge-muted">{strings.noDecisions}</p>
      ) : (
        <AuditLines entries={decisions} label={strings.decisions} />
      )}
      {dropped.decisions > 0 && <p className="mge-muted">{strings.olderEntries(dropped.decisions)}</p>}
    </div>
  );
}
