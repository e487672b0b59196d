import { describe, expect, it } from 'vitest'
import { createStartLine, formatRequestedCommand } from '../../../src/main/terminal/startLine'

const linux = { platform: 'linux', environment: {}, hasFile: () => true }

describe('createStartLine', () => {
  it('passes arguments unchanged, without a shell', () => {
    expect(createStartLine({ ...linux, command: 'grep', args: ['a b', '$(id)'] }))
      .toEqual({ file: 'grep', args: ['a b', '$(id)'], shell: false })
  })

  it.each([[[]], [undefined]])('treats a command with %j as arguments as a shell line', (args) => {
    expect(createStartLine({ ...linux, command: 'npm test && ls', args })).toEqual({
      file: '/bin/bash',
      args: ['-c', 'npm test && ls'],
      shell: true,
    })
  })

  it.each([
    ['the person\'s zsh', '/usr/bin/zsh', () => true, '/usr/bin/zsh'],
    ['bash in place of fish, which reads lines differently', '/usr/bin/fish', () => true, '/bin/bash'],
    ['bash in place of a shell that is gone', '/opt/zsh', (path: string) => path === '/bin/bash', '/bin/bash'],
    ['sh where there is no bash', undefined, () => false, '/bin/sh'],
  ])('uses %s', (_, shell, hasFile, file) => {
    expect(createStartLine({ platform: 'linux', environment: { SHELL: shell }, hasFile, command: 'ls', args: [] }).file).toBe(file)
  })

  it('uses cmd.exe on Windows, with the line unchanged', () => {
    const line = createStartLine({
      platform: 'win32',
      environment: { ComSpec: 'C:\\cmd.exe' },
      hasFile: () => true,
      command: 'echo "a b"',
      args: [],
    })
    expect(line).toEqual({ file: 'C:\\cmd.exe', args: '/d /s /c "echo "a b""', shell: true })
  })
})

describe('formatRequestedCommand', () => {
  it('shows a shell line unchanged', () => {
    expect(formatRequestedCommand({ command: 'npm test && ls', args: [] })).toBe('npm test && ls')
  })

  it('quotes arguments as in a shell', () => {
    expect(
      formatRequestedCommand({ command: 'grep', args: ['-r', 'a b', 'it\'s', '', '$HOME'] }),
    ).toBe(`grep -r 'a b' 'it'\\''s' '' '$HOME'`)
  })

  it('makes hidden characters in arguments visible', () => {
    expect(formatRequestedCommand({ command: 'rm', args: ['\u202Egpj.x'] })).toBe(`rm $'\\u202egpj.x'`)
  })
})
