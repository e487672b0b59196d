import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRuleFault } from '../../../src/main/rules/describeRule'
import { tryRule, trySample } from '../../../src/main/threads/permission/rules/checkRule'
import { tryRules } from '../../../src/main/threads/permission/rules/tryRules'
import { temporaryFolder } from '../../support/temporaryFolder'

function makeProject(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'sub'))
  for (const name of ['package.json', 'Makefile', 'a.txt', 'b.txt', '.env', 'key.pem', 'sub/c.txt'])
    writeFileSync(join(folder, name), 'x')
  symlinkSync('/etc/passwd', join(folder, 'link'))
  symlinkSync('a.txt', join(folder, 'inner'))
  return folder
}

/** What a reader who knew only the form's texts expected of command lines that they made up. */
const trials = {
  'npm test': {
    unasked: [
      ...['npm test', ' npm  test ', 'npm "test"', 'npm test && npm test', 'npm test; npm test', 'npm test || npm test', '(npm test)'],
      ...['npm test 2>&1', 'npm test > /dev/null', 'cd sub && npm test', 'sh -c "npm test"'],
    ],
    asked: [
      ...['npm t', 'npm run test', 'npm test -- -u', 'npm test a', 'npm te*', './npm test'],
      ...['/x/bin/npm test', 'npx npm test', 'sudo npm test'],
      ...['npm test && npm publish', 'npm test | tee x', 'npm test > out.txt', 'npm test < a.txt', 'npm test\nid', 'time npm test'],
      ...['CI=1 npm test', 'NODE_OPTIONS=--require=./x npm test', 'env npm test', 'npm test $(id)', 'npm test `id`'],
      ...['cd / && npm test', 'cd link && npm test', 'cd .git && npm test', 'cd sub; npm test'],
    ],
  },
  'make test': {
    unasked: ['make test', 'make test && make test', 'cd sub && make test', 'make test 2>&1'],
    asked: [
      ...['make', 'make -C sub test', 'make test -j4', 'make test V=1', 'gmake test', 'make test install', 'make -f x test'],
      ...['make test; make install', 'SHELL=./x make test', 'make test > log', 'make --eval=x test'],
    ],
  },
  'cat *': {
    unasked: [
      ...['cat', 'cat a.txt', 'cat a.txt b.txt', 'cat ./a.txt', 'cat "a.txt"', 'cat sub/c.txt', 'cat inner', 'cat missing'],
      ...['cat *.txt', 'cat {a,b}.txt', 'cat a.txt | cat', 'cat -- a.txt'],
    ],
    asked: [
      ...['cat -n a.txt', 'cat /etc/passwd', 'cat ~/x', 'cat ../x', 'cat sub/../a.txt', 'cat sub/../../x', 'cat link', 'cat //host/x'],
      ...['cat $HOME/x', 'cat .env', 'cat key.pem', 'cat .git/config', 'cat .*', 'cat */.env', 'cat *', 'cat /proc/self/environ'],
      ...['cat a.txt > b.txt', 'cat a.txt >> Makefile', 'cat a.txt | head', 'cat a.txt;id', 'cat $(id)', 'cat <(id)', 'tac a.txt'],
      ...['cat file:///etc/passwd', 'cat <<x\n$(id)\nx'],
    ],
  },
  'git *': {
    unasked: ['git', 'git status', 'git log', 'git diff /etc/passwd', 'git push', 'git commit -m x'],
    asked: [
      ...['git push --force', 'git push -f', 'git -C /x log', 'git status && id', 'git log > x', 'git log | head', 'gitk', './git status'],
      ...['git $(id)', 'git show HEAD:.env'],
    ],
  },
}

it('the form rejects a plain star after git', () => {
  expect(
    findRuleFault({ effect: 'allow', toolKind: 'execute', command: 'git *' }),
  ).toContain('could stand for anything')
})

it.each(Object.entries(trials))('the rule %j allows what its form says, and no more', (command, { unasked, asked }) => {
  const folder = makeProject()
  const wide = command === 'git *' ? { anyOption: true, anyPlace: true } as const : {}
  const rule = { effect: 'allow' as const, toolKind: 'execute' as const, command, folder, ...wide }
  const wrong = [
    ...unasked.filter(line => trySample(rule, line).outcome !== 'allowed').map(line => `asked: ${line}: ${tryRule(rule, line)}`),
    ...asked.filter(line => trySample(rule, line).outcome === 'allowed').map(line => `unasked: ${line}`),
  ]
  expect(wrong).toEqual([])
})

it('a command allowed only in the sandbox needs permission elsewhere, and the trial says so', () => {
  const folder = makeProject()
  const rule = { effect: 'allow' as const, command: 'node *', sandbox: true as const }
  expect(tryRule(rule, 'node -e 1')).toBe('In the sandbox this would be allowed without asking. Outside you would be asked.')
  const trial = tryRules([{ ...rule, ruleId: 1, createdAt: 0 }], { agentId: 'a', folder, commandLine: 'node -e 1' }, () => 'A')
  expect(trial).toMatchObject({ outcome: 'asked', why: 'a rule allows it in the sandbox alone' })
})
