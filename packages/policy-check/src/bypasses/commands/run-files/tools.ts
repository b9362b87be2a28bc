import type { RunFiles } from './run-files.ts';

// A bare repository in any folder; git reads the configuration from that folder. Observed in git 2.39.
const ownRepository = 'HEAD+config+objects/x+refs/x';

/** Files that build tools, containers, shells and git run. */
export const toolFiles: readonly RunFiles[] = [
  { of: 'make gmake', files: 'Makefile makefile GNUmakefile', source: 'make(1)' },
  { of: 'cmake', files: 'CMakeLists.txt CMakePresets.json', source: 'cmake(1)' },
  { of: 'ctest', files: 'CTestTestfile.cmake', source: 'ctest(1)' },
  { of: 'ninja', files: 'build.ninja', source: 'ninja-build.org' },
  { of: 'meson', files: 'meson.build', source: 'mesonbuild.com: run_command' },
  { of: 'just', files: 'justfile .justfile Justfile', source: 'just.systems' },
  { of: 'task', files: 'Taskfile.yml Taskfile.yaml', source: 'taskfile.dev' },
  {
    of: 'bazel bazelisk buck2',
    files: 'BUILD BUILD.bazel MODULE.bazel WORKSPACE BUCK .bazelrc',
    source: 'bazel.build: genrule',
  },
  { of: 'scons', files: 'SConstruct', source: 'scons.org' },
  {
    of: 'docker podman nerdctl',
    with: 'build buildx',
    files: 'Dockerfile Containerfile',
    source: 'docs.docker.com: build',
  },
  {
    of: 'docker podman nerdctl docker-compose',
    with: 'compose up run',
    files: 'compose.yaml docker-compose.yml compose.yml docker-compose.yaml',
    source: 'docs.docker.com: compose',
  },
  { of: 'terraform', files: 'x.tf', source: 'developer.hashicorp.com: provisioners' },
  { of: 'ansible ansible-playbook', files: '{operand} ansible.cfg', source: 'docs.ansible.com: ansible.cfg' },
  { of: 'vagrant', files: 'Vagrantfile', source: 'developer.hashicorp.com/vagrant' },
  { of: 'bash sh dash zsh ksh mksh ash', except: '-c -lc', files: '{operand}', source: 'sh(1)' },
  {
    of: 'git',
    with: 'add am apply checkout clean commit diff fetch ls-remote merge mv pull push rebase reset restore rm stash status switch update-index',
    files: ownRepository,
    source: 'git-config(1): core.fsmonitor, core.sshCommand',
  },
  { of: 'git', likely: `${ownRepository} .git/config`, source: 'git-config(1): textconv, gpg.program' },
];
