import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { deployed } from './places.ts';

/** What the last stage of the image is made of, and how it is started. */
export interface ImagePlan {
  /** Where each file or folder comes from, below the root of the repository, and where it goes to. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** The folders that are made; those that are owned belong to the user of the image. */
  readonly folders: readonly { readonly path: string; readonly mode: number; readonly isOwned: boolean }[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
  readonly stopSignal: string;
}

/** Reads the Dockerfile. The build stage has the repository in `/build`, so what is copied from it is what a build leaves in the repository. */
export function readImagePlan(): ImagePlan {
  const dockerfile = DockerfileParser.parse(deployed('Dockerfile'));
  const [, last] = dockerfile.getFROMs().map((from) => from.getRange()?.start.line ?? 0);
  const stage = dockerfile.getInstructions().filter((each) => (each.getRange()?.start.line ?? 0) > (last ?? 0));
  const only = (keyword: string) => stage.filter((each) => each.getKeyword() === keyword);
  const text = (keyword: string) => only(keyword)[0]?.getArgumentsContent() ?? '';
  return {
    copies: only('COPY').flatMap((each) => copiesOf(each as Copy)),
    folders: only('RUN').flatMap((each) => foldersOf(each.getArgumentsContent() ?? '', text('USER'))),
    env: Object.fromEntries(
      dockerfile
        .getENVs()
        .filter((each) => only('ENV').includes(each))
        .flatMap((each) => each.getProperties())
        .map((property) => [property.getName(), property.getValue() ?? '']),
    ),
    workingFolder: text('WORKDIR'),
    user: text('USER'),
    command: [...stringsOf(only('ENTRYPOINT')[0]), ...stringsOf(only('CMD')[0])],
    health: JSON.parse(/CMD (\[.*\])$/.exec(text('HEALTHCHECK'))?.[1] ?? '[]'),
    stopSignal: text('STOPSIGNAL'),
  };
}

function copiesOf(instruction: Copy): ImagePlan['copies'] {
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const to = paths.pop() ?? '';
  return paths.map((path) => ({ from: path.replace(/^\/build\//, ''), to }));
}

/** What `install -d` makes. */
function foldersOf(commands: string, user: string): ImagePlan['folders'] {
  return [...commands.matchAll(/install -d((?: -[ogm] \S+)*)((?: \/\S+)+)/g)].flatMap(([, flags = '', paths = '']) =>
    paths
      .trim()
      .split(' ')
      .map((path) => ({
        path,
        mode: Number.parseInt(/-m (\d+)/.exec(flags)?.[1] ?? '755', 8),
        isOwned: flags.includes(`-o ${user.split(':')[0]} `),
      })),
  );
}

function stringsOf(instruction: Instruction | undefined): readonly string[] {
  const texts = (instruction as JSONInstruction | undefined)?.getJSONStrings() ?? [];
  return texts.map((text) => text.getJSONValue());
}
