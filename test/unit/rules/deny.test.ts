import type { Rule } from '../../../src/shared/settings/rules'
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/main/rules/judge'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'
import { isWithin } from '../../../src/shared/paths'

const folder = '/home/me/app'
const place = {
  home: '/home/me',
  folders: [folder],
  cwd: folder,
  realPath: (path: string) => path === `${folder}/harmless` ? `${folder}/kept/a` : path === `${folder}/loop` ? undefined : path,
  isInside: (path: string) => isWithin(path, folder, 'linux'),
  namesIn: () => [],
}

function judgeEffect(commandLine: string, careful: Rule): string | undefined {
  const rules = [{ effect: 'allow', command: '*' } satisfies Rule, careful].map((rule, index) => ({ ...rule, ruleId: index, createdAt: 0 }))
  const command = splitCommand(commandLine)
  return judge(rules, { agentId: 'claude', folders: [folder], kind: 'execute', paths: [], command, place })?.effect
}

describe('a denied path', () => {
  it.each([
    ['cat kept/a', 'deny'],
    ['cat KEPT/a', 'deny'],
    ['cat ./src/x kept', 'deny'],
    [`cp ${folder}/kept/a b`, 'deny'],
    ['cat harmless', 'deny'],
    ['tool --file=kept/a', 'deny'],
    ['tool -okept/a', 'deny'],
    ['tool a:kept/a', 'deny'],
    ['git show HEAD:kept/a', 'deny'],
    ['cd kept && ls', 'deny'],
    ['cd src && cat ../kept/a', 'deny'],
    ['sh -c "cat kept/a"', 'deny'],
    ['kept/a', 'deny'],
    ['cat k*/a', 'ask'],
    ['cat */a', 'ask'],
    ['cat $X', 'ask'],
    ['cat loop', 'ask'],
    ['cat ~/x', 'ask'],
    ['cat x/../kept/a', 'ask'],
    ['cat a > kept/a', 'ask'],
    ['grep -r x .', 'ask'],
    ['tar cf x /home/me', 'ask'],
    ['cat src/a', 'allow'],
    ['ls *.ts', 'allow'],
    ['ls src/*', 'allow'],
    ['npm test', 'allow'],
  ])('answers %j with: %s', (commandLine, expected) => {
    expect(judgeEffect(commandLine, { effect: 'deny', path: 'kept/**' })).toBe(expected)
  })

  it('denied only for edits makes commands that name it ask', () => {
    expect(judgeEffect('cat kept/a', { effect: 'deny', toolKind: 'edit', path: 'kept/**' })).toBe('ask')
    expect(judgeEffect('cat a', { effect: 'deny', toolKind: 'edit', path: 'kept/**' })).toBe('allow')
    expect(judgeEffect('cat kept/a', { effect: 'deny', toolKind: 'fetch', path: 'kept/**' })).toBe('allow')
    expect(judgeEffect('cat kept/a', { effect: 'ask', path: 'kept/**' })).toBe('ask')
  })
})

describe('a denied program', () => {
  it.each([
    ['faketime now rm x', 'deny'],
    ['choom -n 0 rm x', 'deny'],
    ['runuser me rm x', 'deny'],
    ['start-stop-daemon --start --exec rm x', 'deny'],
    ['dbus-run-session -- rm x', 'deny'],
    ['sudo rm x', 'deny'],
    ['doas /bin/rm x', 'deny'],
    ['npx rm x', 'deny'],
    ['hyperfine "rm x"', 'deny'],
    ['time rm x', 'ask'],
    ['rsync -e rm a b', 'ask'],
    ['rsync -e "rm x" a b', 'ask'],
    ['vim -c "!rm x"', 'ask'],
    ['git -c alias.x="!rm x" x', 'ask'],
    ['awk "BEGIN{system(\\"rm x\\")}"', 'ask'],
    ['python3 -c "os.system(\'/bin/rm x\')"', 'ask'],
    ['never-heard-of rm x', 'ask'],
    ['sort --compress-program=rm a', 'ask'],
    ['make CC=rm', 'ask'],
    ['make X="$(rm x)"', 'deny'],
    ['npm run build', 'allow'],
    ['node rm.js', 'allow'],
    ['docker run --rm x', 'allow'],
    ['git rm x', 'allow'],
    ['git commit -m "rm what is old"', 'allow'],
    ['echo rm', 'allow'],
    ['grep rm a', 'allow'],
  ])('answers %j with: %s', (commandLine, expected) => {
    expect(judgeEffect(commandLine, { effect: 'deny', command: 'rm *' })).toBe(expected)
  })
})
