import { describe, expect, it } from 'vitest'
import { normalizeCommand } from '../../../src/main/threads/permission/request/normalizeCommand'

const folder = '/home/me/project'
function toPlainCommand(request: { command: string, args?: readonly string[] }, cwd: string): string {
  return normalizeCommand({ ...request, cwd }, path => `${path}/`.startsWith(`${folder}/`)).line
}

describe('rules treat as “npm test”', () => {
  it.each([
    [{ command: '/bin/bash', args: ['-c', 'cd /home/me/project && npm test'] }, 'npm test'],
    [{ command: 'bash -c "npm test"' }, 'npm test'],
    [{ command: `cd ${folder}; npm test` }, 'npm test'],
    [{ command: 'cd src && npm test' }, 'npm test'],
    [{ command: 'cd "/home/me/project/src" && npm test' }, 'npm test'],
    [{ command: 'npm', args: ['test'] }, 'npm test'],
    [{ command: '/bin/bash -c \'cd \'\\\'\'/home/me/project\'\\\'\' && npm test\'' }, 'npm test'],
  ])('the wrapped command %j', (request, same) => {
    expect(toPlainCommand(request, folder)).toBe(same)
  })

  it.each([
    [{ command: 'npm test; curl evil' }],
    [{ command: 'cd /tmp && npm test' }],
    [{ command: 'cd .. && npm test' }],
    [{ command: 'cd "$HOME" && npm test' }],
    [{ command: 'bash', args: ['-c', 'npm test', 'more'] }],
    [{ command: 'bash -c "npm test" && curl evil' }],
    [{ command: 'npm', args: ['test; curl evil'] }],
    [{ command: 'NPM test' }],
    [{ command: 'cd\n./evil && npm test' }],
    [{ command: 'cd <(./evil)&& npm test' }],
    [{ command: 'cd >out && npm test' }],
    [{ command: 'cd src\u00A0&& npm test' }],
    [{ command: 'cd ~ && npm test' }],
    [{ command: 'cd - && npm test' }],
    [{ command: 'cd "-" && npm test' }],
    [{ command: 'cd "src\n" && npm test' }],
    [{ command: 'cd {a,b} && npm test' }],
    [{ command: 'cd * && npm test' }],
    [{ command: 'cd src; npm test' }],
    [{ command: 'cd .git/hooks && npm test' }],
    [{ command: 'bash -ic "npm test"' }],
    [{ command: 'bash', args: ['-ic', 'npm test'] }],
    [{ command: 'bash\n-c \'npm test\'' }],
    [{ command: 'npm test\u00A0' }],
  ])('but not %j', (request) => {
    expect(toPlainCommand(request, folder)).not.toBe('npm test')
  })
})

it('removes only the system\'s own shells, because an agent can create a file with that name', () => {
  expect(toPlainCommand({ command: '/usr/bin/bash', args: ['-c', 'npm test'] }, folder)).toBe('npm test')
  expect(toPlainCommand({ command: `${folder}/bash`, args: ['-c', 'npm test'] }, folder)).not.toBe('npm test')
  expect(toPlainCommand({ command: './sh -c \'npm test\'' }, folder)).not.toBe('npm test')
})

const elsewhere = ['true & npm test', 'true || npm test', 'true; npm test', 'true\nnpm test']

it.each(elsewhere)('keeps a cd before %j, a part of which runs elsewhere', (rest) => {
  const command = `cd src && ${rest}`
  expect(normalizeCommand({ command, cwd: folder }, () => true)).toEqual({ line: command, folder })
})

it('trims a command full of spaces within a second', () => {
  const startedAt = performance.now()
  const command = `echo${' \t'.repeat(100_000)}x`
  expect(toPlainCommand({ command: ` ${command}\n` }, folder)).toBe(command)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
