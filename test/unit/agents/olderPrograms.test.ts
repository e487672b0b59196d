import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import {
  findOlderProgram,
  findProgramByRegistryId,
  formatOlderProgram,
} from '../../../src/main/agents/catalogue/knownPrograms'
import { temporaryFolder } from '../../support/temporaryFolder'

/** A folder for PATH with these programs, each a link to where its package was installed. */
function installPrograms(programs: Record<string, string>): { PATH: string } {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  for (const [name, place] of Object.entries(programs)) {
    const file = join(folder, place)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '#!/bin/sh\n')
    chmodSync(file, 0o755)
    symlinkSync(file, join(folder, 'bin', name))
  }
  return { PATH: join(folder, 'bin') }
}

function findId(command: string, args: string[] = [], environment = { PATH: '/nowhere' }): string | undefined {
  return findOlderProgram({ command, args }, environment)?.registryId
}

it('identifies an older program by its old name, wherever it is installed', () => {
  expect(findId('claude-code-acp')).toBe('claude-acp')
  expect(findId('/opt/tools/kimi-cli', ['acp'])).toBe('kimi')
  expect(findId('claude-agent-acp')).toBeUndefined()
  expect(findId('kimi', ['acp'])).toBeUndefined()
  expect(findId('codex-acp')).toBeUndefined()
})

it('identifies a program that kept its name by its package', () => {
  const zed = installPrograms({
    'codex-acp': 'lib/node_modules/@zed-industries/codex-acp/bin/codex-acp.js',
    'kimi': 'share/uv/tools/kimi-cli/bin/kimi',
  })
  expect(findId('codex-acp', [], zed)).toBe('codex-acp')
  expect(findId('kimi', ['acp'], zed)).toBe('kimi')
  const current = installPrograms({
    'codex-acp': 'lib/node_modules/@agentclientprotocol/codex-acp/bin/codex-acp.js',
    'kimi': 'lib/node_modules/@moonshot-ai/kimi-code/bin/kimi.js',
  })
  expect(findId('codex-acp', [], current)).toBeUndefined()
  expect(findId('kimi', ['acp'], current)).toBeUndefined()
})

it('identifies a program that only changed its argument by the older argument', () => {
  const gemini = installPrograms({ gemini: 'lib/node_modules/@google/gemini-cli/bundle/gemini.js' })
  expect(findId('gemini', ['--experimental-acp'], gemini)).toBe('gemini')
  expect(findId('npx', ['-y', '@google/gemini-cli@0.20.0', '--experimental-acp'])).toBe('gemini')
  expect(findId('node', ['/opt/node_modules/@google/gemini-cli/bundle/gemini.js', '--experimental-acp'])).toBe('gemini')
  expect(findId('gemini', ['--acp'], gemini)).toBeUndefined()
  expect(findId('my-agent', ['--experimental-acp'])).toBeUndefined()
  expect(findProgramByRegistryId('gemini')?.older?.map(formatOlderProgram)).toEqual(['gemini --experimental-acp'])
})

it('identifies a program that is fetched at start by the package in the arguments', () => {
  expect(findId('npx', ['-y', '@zed-industries/claude-code-acp@0.16.2'])).toBe('claude-acp')
  expect(findId('/usr/bin/npx', ['@zed-industries/codex-acp'])).toBe('codex-acp')
  expect(findId('uvx', ['--from', 'kimi-cli==1.0', 'kimi', 'acp'])).toBe('kimi')
  expect(findId('npx', ['-y', '@agentclientprotocol/claude-agent-acp'])).toBeUndefined()
  expect(findId('my-agent', ['kimi-cli'])).toBeUndefined()
  expect(findId('uvx', ['kimi-cli-plus'])).toBeUndefined()
})
