import { describe, expect, it } from 'vitest'
import { findShell, listShells } from '../../../src/main/terminal/own/findShell'
import { restoreOutput, trimOutput } from '../../../src/main/terminal/own/keptOutput'
import { createOwnEnvironment } from '../../../src/main/terminal/own/ownEnvironment'
import { ScreenModes } from '../../../src/main/terminal/stream/screenModes'

describe('the shell of a new terminal', () => {
  const createCheck = (...paths: string[]) => (path: string): boolean => paths.includes(path)

  it.each([
    ['the shell in the settings', 'linux', { SHELL: '/bin/zsh' }, '/usr/bin/fish', '/usr/bin/fish'],
    ['the login shell', 'linux', { SHELL: '/bin/zsh' }, '', '/bin/zsh'],
    ['the login shell if that in the settings is missing', 'linux', { SHELL: '/bin/zsh' }, '/no/fish', '/bin/zsh'],
    ['bash if the login shell is missing', 'linux', { SHELL: '/no/zsh' }, '', '/bin/bash'],
    ['bash if the path is not absolute', 'linux', { SHELL: 'zsh' }, '', '/bin/bash'],
    ['zsh on macOS', 'darwin', {}, '', '/bin/zsh'],
    [
      'PowerShell on Windows',
      'win32',
      { SystemRoot: 'C:\\Windows' },
      '',
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ],
    ['cmd if Windows has nothing else', 'win32', {}, '', 'cmd.exe'],
  ])('is %s', (_, platform, environment, wanted, path) => {
    const isExecutable = createCheck(
      ...['/usr/bin/fish', '/bin/zsh', '/bin/bash', '/bin/sh'],
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    )
    expect(findShell({ environment, platform, wanted, isExecutable }).path).toBe(path)
  })

  it('is a login shell on macOS only', () => {
    const findOn = (platform: string) =>
      findShell({ environment: { SHELL: '/bin/zsh' }, platform, isExecutable: createCheck('/bin/zsh') })
    expect([findOn('darwin').args, findOn('linux').args]).toEqual([['-l'], []])
  })

  it('can be chosen from those that the system lists, each once, the default first', () => {
    const listed = '# shells\n/bin/sh\n/usr/bin/sh\n/bin/bash\n/bin/gone\n/usr/bin/fish\n'
    const isExecutable = createCheck('/bin/sh', '/usr/bin/sh', '/bin/bash', '/usr/bin/fish')
    const shells = listShells({ environment: { SHELL: '/usr/bin/fish' }, platform: 'linux', listed, isExecutable })
    expect(shells.map(({ name }) => name)).toEqual(['fish', 'sh', 'bash'])
  })
})

it('gives a shell no variables of another terminal, and no editor\'s askpass', () => {
  const askpass = { GIT_ASKPASS: '/opt/vscode/extensions/git/askpass.sh', SSH_ASKPASS: '/usr/bin/ssh-askpass' }
  const outer = { ...askpass, KITTY_PID: '1', WT_SESSION: 'x' }
  const environment = createOwnEnvironment({ ...outer, PATH: '/bin', EDITOR: 'vim' }, { owner: 'o' })
  expect(environment).toMatchObject({ PATH: '/bin', EDITOR: 'vim', SSH_ASKPASS: '/usr/bin/ssh-askpass', TERM: 'xterm-256color' })
  expect(Object.keys(environment)).not.toContain('GIT_ASKPASS')
  expect(Object.keys(environment)).not.toContain('KITTY_PID')
})

describe('the text that returns after a restart', () => {
  it('omits the screens of full-screen programs, even if one is still open', () => {
    expect(trimOutput('a\n\x1B[?1049hvim\x1B[?1049lb\n\x1B[?47hmc')).toBe('a\nb\n')
  })

  it('is at most 256 KiB, and starts with a whole line', () => {
    const kept = trimOutput('0123456789\n'.repeat(50_000))
    expect(kept.length).toBeLessThanOrEqual(256 * 1024)
    expect(kept.startsWith('0123456789\n')).toBe(true)
  })

  it('ends with a reset of every mode, and is empty if no text was kept', () => {
    expect(restoreOutput('x')).toMatch(/^x[\s\S]*1049;2004l[\s\S]*started anew/)
    expect(restoreOutput('')).toBe('')
  })
})

describe('the modes that a terminal\'s output sets', () => {
  function readModes(...pieces: string[]): string {
    const screen = new ScreenModes()
    for (const piece of pieces)
      screen.push(piece)
    return screen.sequences()
  }

  it.each([
    ['none', ['plain'], ''],
    ['several at once', ['\x1B[?1049;1006h'], '\x1B[?1049h\x1B[?1006h'],
    ['none after it was set and reset', ['\x1B[?2004h', 'x\x1B[?2004l'], ''],
    ['one that is split between pieces', ['abc\x1B[?10', '49h'], '\x1B[?1049h'],
    ['one that is on by default', ['\x1B[?25l'], '\x1B[?25l'],
    ['the keypad', ['\x1B='], '\x1B='],
    ['none after a full reset', ['\x1B[?1049h\x1B=\x1Bc'], ''],
    ['no alternate screen after it was left by another mode', ['\x1B[?1049h\x1B[?47l'], ''],
    ['the alternate screen after a soft reset', ['\x1B[?1049h\x1B[?1h\x1B[!p'], '\x1B[?1049h'],
    ['none that is unknown', ['\x1B[?9999h'], ''],
  ])('are remembered: %s', (_, pieces, sequences) => {
    expect(readModes(...pieces)).toBe(sequences)
  })
})
