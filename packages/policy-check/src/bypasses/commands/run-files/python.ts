import type { RunFiles } from './run-files.ts';

/** Files that Python and its tools run. */
export const pythonFiles: readonly RunFiles[] = [
  { of: 'python pypy', with: '-m', files: '{module}.py {module}/__main__.py', source: 'python(1): -m' },
  { of: 'python pypy', except: '-m -c', files: '{operand}', source: 'python(1)' },
  {
    of: 'pytest',
    files: 'conftest.py pytest.ini pyproject.toml tox.ini setup.cfg',
    likely: 'test_x.py x_test.py',
    source: 'docs.pytest.org: conftest.py, addopts',
  },
  { of: 'unittest', likely: 'test_x.py test/test_x.py', source: 'docs.python.org: unittest' },
  { of: 'coverage', files: '.coveragerc pyproject.toml {last}', source: 'coverage.readthedocs.io: plugins' },
  { of: 'tox', files: 'tox.ini pyproject.toml setup.cfg', source: 'tox.wiki: commands' },
  { of: 'nox', files: 'noxfile.py', source: 'nox.thea.codes' },
  { of: 'mypy', files: 'mypy.ini .mypy.ini pyproject.toml setup.cfg', source: 'mypy.readthedocs.io: plugins' },
  {
    of: 'pylint',
    files: '.pylintrc pylintrc pyproject.toml setup.cfg tox.ini',
    source: 'pylint.readthedocs.io: init-hook',
  },
  { of: 'flake8', files: '.flake8 setup.cfg tox.ini', source: 'flake8.pycqa.org: local plugins' },
  {
    of: 'ruff black isort pyright',
    source: 'docs.astral.sh, black.readthedocs.io: their configuration does not refer to code',
  },
  {
    of: 'pip uv poetry pdm pipenv hatch',
    files: 'pyproject.toml setup.py requirements.txt Pipfile setup.cfg',
    source: 'pip.pypa.io: local project installs',
  },
  { of: 'pre-commit', files: '.pre-commit-config.yaml', source: 'pre-commit.com: local hooks' },
  { of: 'django-admin', files: 'manage.py', likely: 'settings.py', source: 'docs.djangoproject.com: django-admin' },
];
