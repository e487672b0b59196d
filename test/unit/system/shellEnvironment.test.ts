import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mergeRegistryEnvironment, mergeShellEnvironment } from '../../../src/main/system/environment/mergeEnvironment'
import { createShellLine, getShellDialect } from '../../../src/main/system/environment/readShellEnvironment'
import { ShellEnvironment } from '../../../src/main/system/environment/shellEnvironment'
import { collectTree } from '../../../src/main/system/process/processTree'

/** A home whose shell reads these lines at its start. */
function makeHome(profile: string, shell = '/bin/bash'): { HOME: string, SHELL: string, PATH: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-shell-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, '.bash_profile'), profile)
  return { HOME: folder, SHELL: shell, PATH: '/usr/bin:/bin' }
}

function readShell(own: Record<string, string>, timeoutMs?: number): ShellEnvironment {
  const environment = new ShellEnvironment({ own, readAtStart: true, timeoutMs })
  onTestFinished(() => environment.dispose())
  return environment
}

describe.runIf(process.platform !== 'win32')('ShellEnvironment', () => {
  it('contains what the login shell sets, regardless of output of its rc files', async () => {
    const environment = readShell(
      makeHome('echo "Welcome {}"; echo noise >&2; export PATH="$HOME/tools:$PATH" FRUIT="it\'s a \\"pear\\"\nor two"'),
    )
    expect(await environment.ready()).toBeUndefined()
    const { variables } = environment
    expect(variables.FRUIT).toBe('it\'s a "pear"\nor two')
    expect(variables.PATH).toContain(`${variables.HOME}/tools`)
    expect(variables.ELECTRON_RUN_AS_NODE).toBeUndefined()
  })

  it('if the shell hangs, kills it, keeps its own environment and says what to do', async () => {
    const own = { ...makeHome('sleep 600'), FRUIT: 'apple', PARLEY_OWNER: 'test-hanging-shell' }
    const environment = readShell(own, 300)
    expect(await environment.ready()).toContain('Check the shell\'s start-up files')
    expect(environment.variables).toEqual(own)
    expect(await collectTree({ owner: 'test-hanging-shell' })).toEqual([])
  })

  it('says why a missing or failing shell could not be read', async () => {
    expect(await readShell(makeHome('', '/no/such/shell')).ready()).toContain('/no/such/shell')
    expect(await readShell(makeHome('exit 1')).ready()).toContain('it ended before that')
  })

  it('can be refreshed in place', async () => {
    const own = makeHome('')
    const environment = readShell(own)
    await environment.ready()
    const { variables } = environment
    writeFileSync(join(own.HOME, '.bash_profile'), 'export FRUIT=plum')
    await Promise.all([environment.refresh(), environment.refresh()])
    expect(variables.FRUIT).toBe('plum')
  })

  it('supports a shell that inherits only stdout, with noise around the marks', async () => {
    const own = makeHome('')
    const shell = join(own.HOME, 'tcsh')
    writeFileSync(shell, '#!/bin/sh\n[ "$1" = -i ] && [ "$2" = -c ] || exit 9\necho "Welcome"\nFRUIT=fig sh -c "$3"\necho bye\n')
    chmodSync(shell, 0o755)
    const environment = readShell({ ...own, SHELL: shell })
    expect(await environment.ready()).toBeUndefined()
    expect(environment.variables.FRUIT).toBe('fig')
  })
})

describe('createShellLine', () => {
  it.each([
    ['/bin/zsh', `'/a b/it'\\''s' '!'`],
    ['/usr/bin/fish', `emit fish_prompt; '/a b/it\\'s' '!'`],
    ['/bin/tcsh', `'/a b/it'\\''s' '\\!'`],
    ['/usr/bin/nu', `^"/a b/it's" "!"`],
    ['/usr/bin/pwsh', `& '/a b/it''s' '!'`],
    ['/opt/unheard-of', `'/a b/it'\\''s' '!'`],
  ])('writes a line for %s', (shell, line) => {
    expect(createShellLine(getShellDialect(shell), ['/a b/it\'s', '!'])).toBe(line)
  })
})

describe('mergeShellEnvironment', () => {
  it('joins both paths, the shell\'s first, and drops variables of the reading shell', () => {
    expect(
      mergeShellEnvironment({
        own: { PATH: '/usr/bin:/own', A: 'own', B: 'own', HOME: '/h' },
        shell: { PATH: '/brew:/usr/bin', A: 'told', SHLVL: '1', HOME: '/h' },
        home: '/home',
      }),
    ).toEqual({ PATH: '/brew:/usr/bin:/own', A: 'told', B: 'own', HOME: '/h' })
  })

  it('always has HOME and PATH', () => {
    expect(mergeShellEnvironment({ own: {}, shell: {}, home: '/home/me' })).toEqual({
      HOME: '/home/me',
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    })
  })
})

describe('mergeRegistryEnvironment', () => {
  it('adds new variables of the registry, ignoring case', () => {
    const merged = mergeRegistryEnvironment({
      own: { Path: 'C:\\Windows', TEMP: 'C:\\own' },
      machine: { PATH: 'C:\\Windows;C:\\node', temp: 'C:\\machine', USERNAME: 'SYSTEM' },
      user: { path: 'C:\\me\\bin', USERNAME: 'me', GO: '1' },
      home: 'C:\\Users\\me',
    })
    expect(merged).toEqual({ HOME: 'C:\\Users\\me', Path: 'C:\\Windows;C:\\node;C:\\me\\bin', TEMP: 'C:\\own', USERNAME: 'me', GO: '1' })
  })
})
