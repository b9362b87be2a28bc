import type { RunFiles } from './run-files.ts';

/** Files that Python and its tools run. */
export const pythonFiles: readonly RunFiles[] = [
  // python(1): -m
  { of: 'python pypy', with: '-m', files: '{module}.py {module}/__main__.py' },
  // python(1)
  { of: 'python pypy', except: '-m -c', files: '{operand}' },
  // docs.pytest.org: conftest.py, addopts
  { of: 'pytest', files: 'conftest.py pytest.ini pyproject.toml tox.ini setup.cfg', likely: 'test_x.py x_test.py' },
  // docs.python.org: unittest
  { of: 'unittest', likely: 'test_x.py test/test_x.py' },
  // coverage.readthedocs.io: plugins
  { of: 'coverage', files: '.coveragerc pyproject.toml {last}' },
  // tox.wiki: commands
  { of: 'tox', files: 'tox.ini pyproject.toml setup.cfg' },
  // nox.thea.codes
  { of: 'nox', files: 'noxfile.py' },
  // mypy.readthedocs.io: plugins
  { of: 'mypy', files: 'mypy.ini .mypy.ini pyproject.toml setup.cfg' },
  // pylint.readthedocs.io: init-hook
  { of: 'pylint', files: '.pylintrc pylintrc pyproject.toml setup.cfg tox.ini' },
  // flake8.pycqa.org: local plugins
  { of: 'flake8', files: '.flake8 setup.cfg tox.ini' },
  // docs.astral.sh, black.readthedocs.io: their configuration does not refer to code
  { of: 'ruff black isort pyright' },
  // pip.pypa.io: local project installs
  { of: 'pip uv poetry pdm pipenv hatch', files: 'pyproject.toml setup.py requirements.txt Pipfile setup.cfg' },
  // pre-commit.com: local hooks
  { of: 'pre-commit', files: '.pre-commit-config.yaml' },
  // docs.djangoproject.com: django-admin
  { of: 'django-admin', files: 'manage.py', likely: 'settings.py' },
];
