import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findKnownProgram, knownPrograms } from '../../../src/main/agents/catalogue/knownPrograms'

const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file in `folder`, which may be run. */
function writeProgram(path: string, text = '#!/usr/bin/env node\n'): string {
  const place = join(folder, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
  chmodSync(place, 0o755)
  return place
}

function writePackage(name: string, script: string): string {
  writeProgram(`lib/node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }))
  return writeProgram(`lib/node_modules/${name}/${script}`)
}

const gemini = writePackage('@google/gemini-cli', 'bundle/gemini.js')
const claude = writePackage('@agentclientprotocol/claude-agent-acp', 'dist/index.js')
mkdirSync(join(folder, 'bin'))
symlinkSync(claude, join(folder, 'bin/claude-agent-acp'))
symlinkSync(claude, join(folder, 'bin/my-claude'))

/** The id of the known program that a command line runs. */
function findId(...[command = '', ...args]: string[]): string | undefined {
  const agent = { agentId: 'settings:Mine', command, args, env: { PATH: join(folder, 'bin') } }
  const program = findKnownProgram(agent, {})
  return Object.entries(knownPrograms).find(([, value]) => value === program)?.[0]
}

describe('an agent’s program', () => {
  it.each([
    ['by its own name', ['gemini', '--acp']],
    ['by its own name with an extension', ['C:\\tools\\gemini.cmd', '--acp']],
    ['by its script’s name', ['node', '/opt/elsewhere/gemini.js', '--acp']],
    ['after node and its options', ['node', '--no-warnings', '--import', 'tsx', gemini, '--acp']],
    ['after node with a version in its name', ['/opt/node/bin/node22', gemini, '--acp']],
    ['after node by its full path', ['/usr/local/bin/node', gemini, '--acp']],
    ['after env, with variables', ['env', '-u', 'HOME', 'A=1', 'B=2', 'node', gemini, '--acp']],
    ['after env -S', ['/usr/bin/env', '-S', `node ${gemini} --acp`]],
    ['as a package that npx fetches', ['npx', '-y', '@google/gemini-cli@0.61.0', '--acp']],
    ['as the package of a program that npx runs', ['npx', '--package=@google/gemini-cli@latest', '--', 'run-it', '--acp']],
    ['as a package of npm exec', ['npm', 'exec', '--yes', '@google/gemini-cli', '--', '--acp']],
    ['as a package of bunx', ['bunx', '@google/gemini-cli', '--acp']],
    ['as a package of bun x', ['bun', 'x', '@google/gemini-cli', '--acp']],
    ['as a package of pnpm dlx', ['pnpm', 'dlx', '@google/gemini-cli@0.61', '--acp']],
    ['as a package of deno', ['deno', 'run', '-A', 'npm:@google/gemini-cli@0.61.0', '--acp']],
    ['after sudo, as another person', ['sudo', '-u', 'ada', 'gemini', '--acp']],
    ['after timeout', ['timeout', '30m', 'node', gemini]],
    ['after timeout with options', ['timeout', '-s', 'KILL', '-k', '5', '60', 'node', gemini]],
    ['after volta, with a version of node', ['volta', 'run', '--node', '22', 'gemini', '--acp']],
    ['after mise, with tools', ['mise', 'exec', 'node@22', '--', 'gemini', '--acp']],
    [
      'after asdf, by its shim',
      [writeProgram('bin/asdf-shim', '#!/usr/bin/env bash\nexec /opt/asdf exec "gemini" "$@"\n')],
    ],
    ['after a program that passes secrets to it', ['op', 'run', '--', 'npx', '@google/gemini-cli']],
    ['after env -S in one word', ['env', `-Snode ${gemini}`]],
    ['after node, with an option that takes a value', ['node', '--disable-warning', 'ExperimentalWarning', gemini]],
    ['in a command line of a shell', ['bash', '-lc', `exec node "${gemini}" --acp`]],
  ])('is identified %s', (_, line) => {
    expect(findId(...line)).toBe('gemini')
  })

  it('is identified by the package.json above its script’s real path, regardless of its name', () => {
    expect(findId('node', claude)).toBe('claude-acp')
    expect(findId('claude-agent-acp')).toBe('claude-acp')
    expect(findId('my-claude')).toBe('claude-acp')
    expect(findId('node', join(folder, 'bin/my-claude'))).toBe('claude-acp')
    const checkout = writeProgram('src/fork/dist/main.js')
    writeProgram('src/fork/package.json', JSON.stringify({ name: '@moonshot-ai/kimi-code' }))
    expect(findId('node', checkout, 'acp')).toBe('kimi')
  })

  it('is identified behind a shim written by npm, pnpm or a person', () => {
    const shims = [
      [
        '#!/bin/sh',
        'basedir=$(dirname "$0")',
        'if [ -x "$basedir/node" ]; then',
        '  exec "$basedir/node"  "$basedir/../lib/node_modules/@google/gemini-cli/bundle/gemini.js" "$@"',
        'fi\n',
      ].join('\n'),
      `#!/usr/bin/env bash\nset -e\nexec node ${gemini} --acp "$@"\n`,
      `#!/bin/sh\n${gemini} "$@"\n`,
      `#!/bin/bash\nexec -a "$0" node ${gemini} "$@"\n`,
    ]
    const ids = shims.map((text, index) => findId(writeProgram(`bin/shim${index}`, text)))
    expect(ids).toEqual(shims.map(() => 'gemini'))
    const batch = '@ECHO off\r\n"%_prog%"  "%dp0%\\..\\lib\\node_modules\\@google\\gemini-cli\\bundle\\gemini.js" %*\r\n'
    expect(findId(writeProgram('bin/shim.cmd', batch))).toBe('gemini')
  })

  it('is identified as a Python module whose name differs from its package’s', () => {
    expect(findId('python3', '-m', 'kimi_cli', 'acp')).toBe('kimi')
    expect(findId('/usr/bin/python3.12', '-m', 'kimi_cli', 'acp')).toBe('kimi')
  })

  it('is identified by its package rather than by its name', () => {
    expect(findId('node', writePackage('@agentclientprotocol/codex-acp', 'gemini.js'))).toBe('codex-acp')
    expect(findId(writeProgram('bin/gemini', `#!/bin/sh\nexec node ${claude} "$@"\n`))).toBe('claude-acp')
  })

  it.each([
    ['another program', ['my-agent', '--acp']],
    ['a program with a known name among its arguments', ['my-agent', 'gemini', '@google/gemini-cli']],
    ['a package whose name only begins like a known one', ['npx', '@google/gemini-cli-plus']],
    ['another script', ['node', writeProgram('own/agent.js'), gemini]],
    ['code in an argument', ['node', '-e', 'require("gemini")']],
    ['several commands in a line', ['sh', '-c', 'gemini; other']],
    ['a missing script', ['node', join(folder, 'missing.js')]],
    ['empty', ['']],
  ])('is unknown if the command is %s', (_, line) => {
    expect(findId(...line)).toBeUndefined()
  })

  it('is identified by its package, for every known program', () => {
    const ids = Object.entries(knownPrograms).filter(([, { packages }]) => packages)
    expect(ids.map(([, { packages }]) => findId('npx', packages![0]!))).toEqual(ids.map(([id]) => id))
  })
})
