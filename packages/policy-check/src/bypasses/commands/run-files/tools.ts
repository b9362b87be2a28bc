import type { RunFiles } from './run-files.ts';

// A bare repository in any folder; git reads the configuration from that folder. Observed in git 2.39.
const ownRepository = 'HEAD+config+objects/x+refs/x';

/** Files that build tools, containers, shells and git run. */
export const toolFiles: readonly RunFiles[] = [
  // make(1)
  { of: 'make gmake', files: 'Makefile makefile GNUmakefile' },
  // cmake(1)
  { of: 'cmake', files: 'CMakeLists.txt CMakePresets.json' },
  // ctest(1)
  { of: 'ctest', files: 'CTestTestfile.cmake' },
  // ninja-build.org
  { of: 'ninja', files: 'build.ninja' },
  // mesonbuild.com: run_command
  { of: 'meson', files: 'meson.build' },
  // just.systems
  { of: 'just', files: 'justfile .justfile Justfile' },
  // taskfile.dev
  { of: 'task', files: 'Taskfile.yml Taskfile.yaml' },
  // bazel.build: genrule
  { of: 'bazel bazelisk buck2', files: 'BUILD BUILD.bazel MODULE.bazel WORKSPACE BUCK .bazelrc' },
  // scons.org
  { of: 'scons', files: 'SConstruct' },
  // docs.docker.com: build
  { of: 'docker podman nerdctl', with: 'build buildx', files: 'Dockerfile Containerfile' },
  // docs.docker.com: compose
  {
    of: 'docker podman nerdctl docker-compose',
    with: 'compose up run',
    files: 'compose.yaml docker-compose.yml compose.yml docker-compose.yaml',
  },
  // developer.hashicorp.com: provisioners
  { of: 'terraform', files: 'x.tf' },
  // docs.ansible.com: ansible.cfg
  { of: 'ansible ansible-playbook', files: '{operand} ansible.cfg' },
  // developer.hashicorp.com/vagrant
  { of: 'vagrant', files: 'Vagrantfile' },
  // sh(1)
  { of: 'bash sh dash zsh ksh mksh ash', except: '-c -lc', files: '{operand}' },
  // git-config(1): core.fsmonitor, core.sshCommand
  {
    of: 'git',
    with: 'add am apply checkout clean commit diff fetch ls-remote merge mv pull push rebase reset restore rm stash status switch update-index',
    files: ownRepository,
  },
  // git-config(1): textconv, gpg.program
  { of: 'git', likely: `${ownRepository} .git/config` },
];
