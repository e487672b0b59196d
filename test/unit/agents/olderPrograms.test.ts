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
function installed(programs: Record<string, string>): { PATH: string } {
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

function older(command: string, args: string[] = [], environment = { PATH: '/nowhere' }): string | undefined {
  return findOlderProgram({ command, args }, environment)?.registryId
}

it('identifies an older program by its old name, wherever it is', () => {
  expect(older('claude-code-acp')).toBe('claude-acp')
  expect(older('/opt/tools/kimi-cli', ['acp'])).toBe('kimi')
  expect(older('claude-agent-acp')).toBeUndefined()
  expect(older('kimi', ['acp'])).toBeUndefined()
  expect(older('codex-acp')).toBeUndefined()
})

it('identifies a program that kept its name by its package', () => {
  const zed = installed({
    'codex-acp': 'lib/node_modules/@zed-industries/codex-acp/bin/codex-acp.js',
    'kimi': 'share/uv/tools/kimi-cli/bin/kimi',
  })
  expect(older('codex-acp', [], zed)).toBe('codex-acp')
  expect(older('kimi', ['acp'], zed)).toBe('kimi')
  const current = installed({
    'codex-acp': 'lib/node_modules/@agentclientprotocol/codex-acp/bin/codex-acp.js',
    'kimi': 'lib/node_modules/@moonshot-ai/kimi-code/bin/kimi.js',
  })
  expect(older('codex-acp', [], current)).toBeUndefined()
  expect(older('kimi', ['acp'], current)).toBeUndefined()
})

it('identifies a program that only changed its argument by the older argument', () => {
  const gemini = installed({ gemini: 'lib/node_modules/@google/gemini-cli/bundle/gemini.js' })
  expect(older('gemini', ['--experimental-acp'], gemini)).toBe('gemini')
  expect(older('npx', ['-y', '@google/gemini-cli@0.20.0', '--experimental-acp'])).toBe('gemini')
  expect(older('node', ['/opt/node_modules/@google/gemini-cli/bundle/gemini.js', '--experimental-acp'])).toBe('gemini')
  expect(older('gemini', ['--acp'], gemini)).toBeUndefined()
  expect(older('my-agent', ['--experimental-acp'])).toBeUndefined()
  expect(findProgramByRegistryId('gemini')?.older?.map(formatOlderProgram)).toEqual(['gemini --experimental-acp'])
})

it('identifies a program that is fetched at start by the package in the arguments', () => {
  expect(older('npx', ['-y', '@zed-industries/claude-code-acp@0.16.2'])).toBe('claude-acp')
  expect(older('/usr/bin/npx', ['@zed-industries/codex-acp'])).toBe('codex-acp')
  expect(older('uvx', ['--from', 'kimi-cli==1.0', 'kimi', 'acp'])).toBe('kimi')
  expect(older('npx', ['-y', '@agentclientprotocol/claude-agent-acp'])).toBeUndefined()
  expect(older('my-agent', ['kimi-cli'])).toBeUndefined()
  expect(older('uvx', ['kimi-cli-plus'])).toBeUndefined()
})
