import { describe, expect, it } from 'vitest'
import { type DecidingPlace, decidingPlaces } from '../../../src/main/rules/deciding/decidingPlaces'
import { decidingPrograms } from '../../../src/main/rules/deciding/decidingPrograms'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'

/** What decides, as short texts: files and folders below `/w`. */
function placesOf(line: string): string[] {
  return decidingPlaces(splitCommand(line).parts, ['/w']).flatMap(textsOf)
}

function textsOf(place: DecidingPlace): string[] {
  switch (place.kind) {
    case 'script': return [`script ${place.path} from ${place.root}`]
    case 'file': return [`file ${place.path}`]
    case 'upwards': return place.names.map(name => `${place.from} ${name}`)
    case 'modules': return [`modules ${place.folder}`]
    case 'repository': return [`repository ${place.from}`]
    case 'unknown': return [`unknown ${place.text}`]
  }
}

describe('what decides what a command runs', () => {
  it.each([
    ['npm test', ['/w package.json', '/w .npmrc']],
    ['npm --prefix=sub test', ['/w/sub package.json']],
    ['npm ci', ['/w package-lock.json']],
    ['timeout 60 npm test', ['/w package.json']],
    ['npx tsc --noEmit', ['/w package.json', '/w node_modules/.bin/tsc']],
    ['npx -y vitest@2 run', ['/w node_modules/.bin/vitest']],
    ['pnpm exec eslint .', ['/w node_modules/.bin/eslint', '/w eslint.config.js']],
    ['node_modules/.bin/tsc', ['file /w/node_modules/.bin/tsc']],
    ['./run.sh x', ['file /w/run.sh']],
    ['bash -e scripts/run.sh a', ['script /w/scripts/run.sh from /w']],
    ['bash -o pipefail run.sh', ['script /w/run.sh from /w', 'script /w/pipefail from /w']],
    ['bash $X', ['unknown $X']],
    ['node -r ./setup.cjs app.js', ['script /w/setup.cjs from /w', 'script /w/app.js from /w', '/w package.json']],
    ['node --import ./hook.mjs app.js', ['script /w/hook.mjs from /w', 'script /w/app.js from /w']],
    ['node --test a.js b.js', ['file /w/a.js']],
    ['make test', ['/w Makefile', '/w GNUmakefile']],
    ['make -C sub', ['/w/sub Makefile']],
    ['make -frules.mk', ['file /w/rules.mk']],
    ['make --file=rules.mk', ['file /w/rules.mk']],
    ['just -f ci.just test', ['file /w/ci.just']],
    ['cargo build', ['/w Cargo.toml', '/w build.rs', '/w .cargo/config.toml']],
    ['python3 scripts/check.py', ['script /w/scripts/check.py from /w/scripts', 'modules /w/scripts']],
    ['python3 -W ignore scripts/check.py', ['script /w/scripts/check.py from /w/scripts', 'modules /w/scripts']],
    ['python3 -m pytest -x', ['modules /w', 'script /w/pytest.py from /w', '/w conftest.py', 'script /w/pytest/__main__.py from /w']],
    ['python3 -c "import json"', ['modules /w']],
    ['uv run pytest', ['/w pyproject.toml', '/w conftest.py']],
    ['pytest tests/unit', ['/w/tests/unit conftest.py']],
    ['git status', ['repository /w']],
    ['git -C sub status', ['repository /w', 'repository /w/sub']],
    ['gh pr view', ['repository /w']],
    ['bundle exec rake spec', ['/w Gemfile', '/w Rakefile']],
    ['./gradlew test', ['file /w/gradlew', '/w build.gradle']],
    ['cd x; nice make', ['/w Makefile']],
  ])('%s', (line, expected) => {
    expect(placesOf(line)).toEqual(expect.arrayContaining(expected))
  })

  it('is nothing in the text of a program, nor for programs that only read', () => {
    for (const line of ['node -e "require(\'./x\')"', 'cat x', 'rg foo', 'ls -la', 'python3 -I -c 1', 'bash -c x'])
      expect(placesOf(line).filter(place => place.startsWith('file') || place.startsWith('modules')), line).toEqual([])
  })

  it('is told by one table, in which no row is empty', () => {
    expect(decidingPrograms.length).toBeGreaterThan(30)
    expect(decidingPrograms.filter(row => !row.files && !row.readsRepository)).toEqual([])
  })
})
