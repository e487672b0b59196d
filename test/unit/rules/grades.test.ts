import type { Rule, WrittenRule } from '../../../src/shared/settings/rules'
import { describe, expect, it } from 'vitest'
import { describeRuleGrade, findRuleFault } from '../../../src/main/rules/describeRule'
import { judge } from '../../../src/main/rules/judge'
import { gradeLine, gradeRule, plainPrograms } from '../../../src/main/rules/plainPrograms'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'

const place = {
  home: '/home/me',
  folders: ['/w'],
  cwd: '/w',
  isInside: (path: string) => path.startsWith('/w'),
  realPath: (path: string) => path,
  namesIn: () => [],
}

function allows(rule: Rule, line: string, isSandboxed = false): boolean {
  const written: WrittenRule = { ...rule, ruleId: 1, createdAt: 0 }
  const action = { agentId: 'a', folders: ['/w'], kind: 'execute' as const, command: splitCommand(line), cwd: '/w', place, paths: [] }
  return judge([written], { ...action, isSandboxed })?.effect === 'allow'
}

describe('plain programs', () => {
  it('are at most 40, without any that run or read what their words do not name', () => {
    expect(plainPrograms.size).toBeLessThanOrEqual(40)
    for (const name of ['git', 'rg', 'find', 'sed', 'awk', 'tar', 'sort', 'tree', 'file', 'strings', 'cp', 'ln', 'env', 'xargs', 'tee'])
      expect(plainPrograms.has(name)).toBe(false)
  })

  it.each([
    ['ls -la src', 'plain'],
    ['cat a | head -5', 'plain'],
    ['mkdir -p a && touch a/b', 'plain'],
    ['ls && npm test', 'as_you'],
    ['./ls', 'as_you'],
    ['X=1 ls', 'as_you'],
    ['cat @list', 'as_you'],
    ['wc --files0-from=list', 'as_you'],
    ['cat $X', 'as_you'],
    ['cat a > b', 'as_you'],
    ['ls &!touch x', 'as_you'],
    ['', 'as_you'],
  ])('grade the line %j as: %s', (line, grade) => {
    expect(gradeLine(splitCommand(line))).toBe(grade)
  })
})

describe('a rule that allows', () => {
  it('states its risk if it lets commands run', () => {
    const describeGrade = (rule: Rule): string | undefined => describeRuleGrade(rule, () => 'Claude')
    expect(describeGrade({ effect: 'allow', agentId: 'c', command: 'npm test *' }))
      .toBe('Lets Claude run any code as you.')
    expect(describeGrade({ effect: 'allow', toolKind: 'execute' })).toBe('Lets every agent run any code as you.')
    expect(describeGrade({ effect: 'allow', command: 'node *', sandbox: true }))
      .toBe('Runs in the sandbox: can change this folder, no network, no keys.')
    expect(describeGrade({ effect: 'allow', command: 'ls *' })).toBeUndefined()
    expect(describeGrade({ effect: 'deny', command: 'npm *' })).toBeUndefined()
    expect(describeGrade({ effect: 'allow', toolKind: 'read', path: 'src/**' })).toBeUndefined()
    expect(gradeRule({ effect: 'allow', command: 'cat *', anyOption: true, anyPlace: true })).toBe('as_you')
  })

  it('in the sandbox accepts any words, and does not apply outside', () => {
    const rule: Rule = { effect: 'allow', command: 'node *', sandbox: true }
    expect(findRuleFault(rule)).toBeUndefined()
    expect(findRuleFault({ ...rule, sandbox: undefined })).toContain('node')
    expect(allows(rule, 'node -e 1 /etc/passwd', true)).toBe(true)
    expect(allows(rule, 'node -e 1')).toBe(false)
    expect(findRuleFault({ effect: 'deny', command: 'node *', sandbox: true })).toContain('in the sandbox alone')
    expect(
      findRuleFault({ effect: 'allow', toolKind: 'edit', path: 'src/**', sandbox: true }),
    ).toContain('in the sandbox alone')
  })

  it.each(['mypy *', 'ls *', 'tsc *'])('does not match a word that may name a file of arguments: %s', (command) => {
    expect(allows({ effect: 'allow', command }, command.replace('*', '@r'))).toBe(false)
    expect(allows({ effect: 'allow', command }, command.replace('*', 'r'))).toBe(true)
  })
})
