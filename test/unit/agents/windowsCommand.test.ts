import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { windowsCommand } from '../../../src/main/agents/process/windowsCommand'

const environment = { ComSpec: 'C:\\cmd.exe', PATHEXT: '.EXE;.CMD' }

function folderWith(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-windows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, file), '')
  return folder
}

it('runs a program by itself, its arguments as they are', () => {
  const program = join(folderWith('agent.exe'), 'agent')
  expect(windowsCommand({ command: program, args: ['a b', '&'], environment })).toEqual({ file: `${program}.exe`, args: ['a b', '&'] })
})

it('gives what npm installs to the command interpreter, with nothing in it left to interpret', () => {
  const script = join(folderWith('agent.cmd'), 'agent')
  const { file, args, windowsVerbatimArguments } = windowsCommand({ command: script, args: ['a&calc', '%PATH%'], environment })
  expect({ file, windowsVerbatimArguments, options: args.slice(0, 3) }).toEqual({
    file: 'C:\\cmd.exe',
    windowsVerbatimArguments: true,
    options: ['/d', '/s', '/c'],
  })
  expect(args[3]).toContain('agent.cmd')
  expect(args[3]).not.toMatch(/(?<!\^)[&%]/)
})

it('leaves a command that is not found to the system, which then says so', () => {
  expect(windowsCommand({ command: 'no-such-agent', args: [], environment })).toEqual({ file: 'no-such-agent', args: [] })
})
