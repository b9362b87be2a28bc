import type { ModePermissions } from '@modegate/restrictions-editor/model';
import { ModeOverview, Placeholder, useAnswer, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { ProjectOverview } from '../../wire.ts';
import type { Api } from '../api.ts';

interface ModeTabProps<Question> {
  readonly api: Api;
  readonly overview: ProjectOverview;
  readonly ask: (question: Question) => Promise<ModePermissions>;
  readonly question: Question;
  readonly round: number | string;
}

/** The permissions of a mode, or of a task's mode. */
export function ModeOverviewTab<Question>({
  api,
  overview,
  ask,
  question,
  round,
}: ModeTabProps<Question>): ReactElement {
  const strings = useStrings();
  const { answer, failure } = useAnswer(ask, question, { round });
  const { servers, canAsk, isAsking } = overview;
  if (answer === undefined || failure !== undefined)
    return <Placeholder text={strings.readingMode} failure={failure} />;
  return (
    <ModeOverview
      mode={answer}
      servers={servers}
      onAskServers={canAsk ? api.askServers : undefined}
      isAsking={isAsking}
    />
  );
}
