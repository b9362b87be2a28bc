import { GridView, Placeholder, useAnswer, useStrings } from '@modegate/restrictions-editor/views';
import type { ReactElement } from 'react';
import type { Api } from '../api.ts';

/** Props of {@link MatrixView}. */
export interface MatrixViewProps {
  readonly api: Api;
  /** Slug of the chosen mode, whose column is highlighted. */
  readonly mode: string;
  readonly round: number;
  readonly onAsk: (mode: string, target: string) => void;
}

/** The permissions of every mode, tool by tool. */
export function MatrixView({ api, mode, round, onAsk }: MatrixViewProps): ReactElement {
  const strings = useStrings();
  const { answer, failure } = useAnswer(api.matrix, {}, { round });
  if (answer === undefined) return <Placeholder text={strings.askingModes} failure={failure} />;
  return <GridView grid={answer} chosen={mode} onAsk={onAsk} />;
}
