import { ShownName } from '@modegate/restrictions-editor';
import { type ReactElement, useMemo } from 'react';
import type { JudgedView, ProjectOverview, TaskView } from '../../wire.ts';
import type { Api } from '../api.ts';
import { AuditLines } from '../parts/audit-lines.tsx';
import { useStrings } from '../parts/strings-context.ts';
import { TaskMark } from '../parts/task-mark.tsx';
import { When } from '../parts/when.tsx';
import { useAsked } from '../use-asked.ts';
import { ModeView } from './mode-view.tsx';
import { TaskFamily } from './task-family.tsx';
import { TaskSwitches } from './task-switches.tsx';

interface TaskPageProps {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly round: number;
  /** Its id. */
  readonly task: string;
  readonly onTask: (task: string | undefined) => void;
}

/** A task changes without an event. */
const everyMs = 2_000;

/** One task: which it is, its family, its way through the modes, what it may do now, and what was decided for it. */
export function TaskPage({ api, overview, round, task: id, onTask }: TaskPageProps): ReactElement {
  const strings = useStrings();
  const body = useMemo(() => ({ id }), [id]);
  const { answer: task, failure } = useAsked<TaskView>(api, { name: 'task', body, round, everyMs });
  return (
    <div className="ui-task">
      <p>
        <button type="button" className="mge-button" onClick={() => onTask(undefined)}>
          {strings.allTasks}
        </button>
      </p>
      {failure !== undefined && (
        <p className="mge-notice" data-kind="error" role="alert">
          {failure}
        </p>
      )}
      {task === undefined && failure === undefined && (
        <p className="mge-empty" role="status">
          {strings.readingTask}
        </p>
      )}
      {task !== undefined && (
        <>
          <Head task={task} />
          <TaskFamily task={task} onTask={onTask} />
          <TaskSwitches task={task} />
          <section className="ui-part" aria-labelledby="ui-in-force">
            <h3 id="ui-in-force">{task.hasEnded ? strings.lastMode : strings.inForce}</h3>
            <Judged judged={task.judged} />
            {task.picture === undefined ? (
              <p className="mge-notice">{strings.modeNotShown(task.mode.slice(0, 60))}</p>
            ) : (
              <ModeView api={api} overview={overview} question={{ name: 'task-picture', body, round: task.picture }} />
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
    <header className="ui-node">
      <h2>{about === undefined ? <span className="mge-mono">{id}</span> : <ShownName name={about} />}</h2>
      <p className="ui-legend" role="status">
        <TaskMark state={state} />
        <span className="mge-mono mge-muted">{id}</span>
      </p>
      <p className="ui-legend mge-muted">
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

/** What the drawing below holds for. */
function Judged({ judged }: { readonly judged: JudgedView }): ReactElement {
  const strings = useStrings();
  const { state, depth, parentMode, atMs, branch, isCi } = judged;
  return (
    <p className="ui-legend mge-muted">
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
