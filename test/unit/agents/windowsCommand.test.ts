import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { toWindowsCommand } from '../../../src/main/agents/process/windowsCommand'

const environment = { ComSpec: 'C:\\cmd.exe', PATHEXT: '.EXE;.CMD' }

function makeFolderWith(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-windows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, file), '')
  return folder
}

it('runs a program directly with unchanged arguments', () => {
  const program = join(makeFolderWith('agent.exe'), 'agent')
  expect(
    toWindowsCommand({ command: program, args: ['a b', '&'], environment }),
  ).toEqual({ file: `${program}.exe`, args: ['a b', '&'] })
})

it('runs npm\'s scripts through cmd.exe, with all arguments escaped', () => {
  const script = join(makeFolderWith('agent.cmd'), 'agent')
  const { file, args, windowsVerbatimArguments } = toWindowsCommand({
    command: script,
    args: ['a&calc', '%PATH%'],
    environment,
  })
  expect({ file, windowsVerbatimArguments, options: args.slice(0, 3) }).toEqual({
    file: 'C:\\cmd.exe',
    windowsVerbatimArguments: true,
    options: ['/d', '/s', '/c'],
  })
  expect(args[3]).toContain('agent.cmd')
  expect(args[3]).not.toMatch(/(?<!\^)[&%]/)
})

it('leaves a missing command to the system, which reports it', () => {
  expect(
    toWindowsCommand({ command: 'no-such-agent', args: [], environment }),
  ).toEqual({ file: 'no-such-agent', args: [] })
})
