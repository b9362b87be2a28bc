import { anything, type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const listed: ProgramFacts = { subcommands: named('inspect list ls', plain) };

const container: ProgramFacts = {
  // The configuration folder contains plugins; a host with an ssh address runs ssh.
  runs: '-H= -c= --config= --connection= --context= --host= --module= --runtime= --conmon= --hooks-dir= --url=',
  subcommands: {
    ...named('diff events history images info inspect logs port ps search stats top version', plain),
    ...named('context image network volume', listed),
    container: { subcommands: named('diff inspect list logs ls port ps stats top', plain) },
    system: { subcommands: named('df events info', plain) },
  },
};

/** Options of kubectl, allowed before and after its subcommand. */
const kubectlOptions: ProgramFacts = {
  values:
    '-n -s --as --as-group --as-uid --cluster --context --namespace --password --profile --request-timeout --server --tls-server-name --token --user --username --vmodule',
  // A configuration specifies a program that provides credentials.
  runs: '--kubeconfig= --kuberc=',
  writes: '--log-file --profile-output',
  writesBelow: '--cache-dir --log-dir --output-directory',
  reads: '-f -k --certificate-authority --client-certificate --client-key --filename --kustomize',
};

const gh: ProgramFacts = { reads: '-F --body-file --input --notes-file' };

/** Clients for containers, clouds, hosting and databases. */
export const servicePrograms: NamedPrograms = {
  ...named('docker podman nerdctl', container),
  kubectl: {
    ...kubectlOptions,
    subcommands: {
      ...named('api-resources api-versions cluster-info describe events explain logs top version', kubectlOptions),
      // A template can be in a file specified with -o.
      get: { ...kubectlOptions, readsFolder: true },
    },
  },
  ...named('helm terraform', { subcommands: { version: plain } }),
  gh: {
    subcommands: {
      issue: { subcommands: named('close comment create edit list lock pin reopen status unlock unpin view', gh) },
      label: { subcommands: named('clone create delete edit list', gh) },
      pr: {
        subcommands: {
          ...named('checks comment create diff edit list lock ready reopen review status unlock view', gh),
          // These subcommands can switch to another branch.
          ...named('checkout close merge', { ...gh, writesFolder: true }),
        },
      },
      release: {
        subcommands: {
          ...named('create delete edit list upload view', { ...gh, operands: 'text read*' }),
          download: {
            ...gh,
            values: '-A -p --archive --pattern',
            writes: '-O --output',
            writesBelow: '-D --dir',
            writesFolder: true,
          },
        },
      },
      repo: { subcommands: { list: gh, view: gh } },
      run: {
        subcommands: {
          ...named('cancel list rerun view watch', gh),
          download: { ...gh, writesBelow: '-D --dir', writesFolder: true },
        },
      },
      search: { subcommands: named('code commits issues prs repos', gh) },
      status: gh,
      version: plain,
      workflow: { subcommands: named('list run view', gh) },
    },
  },
  ...named(
    'docker-compose buildah skaffold minikube kind ansible ansible-playbook vagrant packer pulumi aws gcloud az doctl flyctl heroku vercel netlify wrangler firebase',
    anything,
  ),
  // Commands and statements for these programs can run programs, load code, or write files.
  ...named('psql mysql mariadb sqlite3 mongosh mongo redis-cli duckdb cqlsh', anything),
};
