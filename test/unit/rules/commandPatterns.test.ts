import { expect, it } from 'vitest'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'
import { createExactPattern, createStarPattern } from '../../../src/main/threads/permission/rules/proposeRules'

const splitParts = (line: string) => splitCommand(line).parts

it.each([
  ['npm test', 'npm test', 'npm test *'],
  ['npm test -- --watch=false', 'npm test -- --watch=false', 'npm test *'],
  ['ls -la src', 'ls -la src', 'ls *'],
  ['git log --oneline', 'git log --oneline', 'git log *'],
  ['git push', 'git push', undefined],
  ['docker compose logs web', 'docker compose logs web', undefined],
  ['grep -n "a b" x', 'grep -n \'a b\' x', 'grep *'],
  ['node x.js', 'node x.js', undefined],
  ['rm -rf "$HOME"', undefined, 'rm *'],
  ['echo \'*\'', 'echo \'*\'', 'echo *'],
])('proposes for %s the exact pattern %s and the star pattern %s', (line, exact, star) => {
  const [words] = splitParts(line)
  expect([createExactPattern(words!), createStarPattern(words!)]).toEqual([exact, star])
})
