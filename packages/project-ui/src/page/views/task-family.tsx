import { ShownName, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { TaskSummary, TaskView } from '../../wire.ts';
import { TaskMark } from '../parts/task-mark.tsx';

interface TaskFamilyProps {
  readonly task: TaskView;
  readonly onTask: (task: string) => void;
}

/** A task and its relatives as a tree: the root at the top, its subtasks below it. */
export function TaskFamily({ task, onTask }: TaskFamilyProps): ReactElement {
  const strings = useStrings();
  const { ancestors, children, otherChildren, depth } = task;
  const isAlone = depth === 0 && children.length + otherChildren === 0;
  return (
    <section className="ui-part" aria-labelledby="ui-family">
      <h3 id="ui-family">{strings.family}</h3>
      {isAlone ? (
        <p className="mge-muted">{strings.noFamily}</p>
      ) : (
        <>
          {depth > ancestors.length && <p className="mge-muted">{strings.parentsGone(depth - ancestors.length)}</p>}
          <Level levels={[...ancestors.map((one) => [one]), [task], children]} isRoot own={task} onTask={onTask} />
          {otherChildren > 0 && <p className="mge-muted">{strings.otherSubtasks(otherChildren)}</p>}
        </>
      )}
    </section>
  );
}

interface LevelProps {
  /** The relatives by generation, the oldest first; every generation except the last consists of one task. */
  readonly levels: readonly (readonly TaskSummary[])[];
  readonly isRoot: boolean;
  readonly own: TaskSummary;
  readonly onTask: (task: string) => void;
}

function Level({ levels: [level = [], ...deeper], isRoot, own, onTask }: LevelProps): ReactElement | null {
  if (level.length === 0) return null;
  return (
    <ul>
      {level.map((task) => (
        <li key={task.id} className={isRoot ? undefined : 'mgv-branch'}>
          <Member task={task} isOwn={task === own} onTask={onTask} />
          <Level levels={deeper} isRoot={false} own={own} onTask={onTask} />
        </li>
      ))}
    </ul>
  );
}

interface MemberProps {
  readonly task: TaskSummary;
  readonly isOwn: boolean;
  readonly onTask: (task: string) => void;
}

function Member({ task: { id, about, mode, state }, isOwn, onTask }: MemberProps): ReactElement {
  const name = about === undefined ? <span className="mge-mono">{id}</span> : <ShownName name={about} />;
  return (
    <p className="ui-stop">
      {isOwn ? (
        <span aria-current="true">{name}</span>
      ) : (
        <button type="button" className="mgv-link ui-task-name" onClick={() => onTask(id)}>
          {name}
        </button>
      )}
      <span className="mge-badge">
        <ShownName name={mode} />
      </span>
      <TaskMark state={state} />
    </p>
  );
}
