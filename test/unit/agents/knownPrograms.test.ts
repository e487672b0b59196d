import { expect, it } from 'vitest'
import agentCommands from '../../../resources/agentCommands.json' with { type: 'json' }
import { allCapabilities } from '../../../src/main/agents/agentDefinition'
import { applyPreferences } from '../../../src/main/agents/catalogue/agentPreferences'
import { findProgramByRegistryId } from '../../../src/main/agents/catalogue/knownPrograms'
import { emptySettings } from '../../../src/main/store/settings/parseSettings'
import { realAgents } from '../../agents/real/realAgents'

const agent = (agentId: string, command: string) => ({ agentId, name: 'Any', command, args: [], env: { A: '1' } })

it('withholds capabilities that an agent cannot handle, regardless of who installed it', () => {
  const offers = (agentId: string, command: string) => applyPreferences(agent(agentId, command), emptySettings).offers
  const withheld = { ...allCapabilities, readTextFile: false }
  expect(offers('catalogue:gemini', '/node')).toEqual(withheld)
  expect(offers('settings:Mine', '/usr/bin/gemini')).toEqual(withheld)
  expect(offers('settings:Mine', '/usr/bin/gemini.cmd')).toEqual(withheld)
  expect(offers('settings:gemini', '/usr/bin/other')).toEqual(allCapabilities)
  expect(offers('catalogue:kimi', '/usr/bin/gemini')).toEqual(allCapabilities)
})

it('marks agents that read files without asking Parley', () => {
  const readsFiles = (agentId: string, command: string) => applyPreferences(
    agent(agentId, command),
    emptySettings,
  ).readsFiles
  expect(readsFiles('catalogue:claude-acp', '/node')).toBe('itself')
  expect(readsFiles('settings:Mine', '/usr/bin/codex-acp')).toBe('itself')
  expect(readsFiles('catalogue:kimi', '/node')).toBeUndefined()
})

it('marks every real agent that missed unsaved text when it was tested as one that reads files itself', () => {
  const missing = realAgents.filter(({ missesUnsaved }) => missesUnsaved)
  expect(
    missing.filter(({ id }) => findProgramByRegistryId(id)?.readsFiles !== 'itself').map(({ id }) => id),
  ).toEqual([])
})

it('withholds only capabilities that exist', () => {
  const withheld = Object.values(agentCommands).flatMap(program => 'withhold' in program ? program.withhold : [])
  expect(Object.keys(allCapabilities)).toEqual(expect.arrayContaining(withheld))
})

it('adds the variables that the person set for an agent to its environment', () => {
  const settings = { ...emptySettings, agentDefaults: { 'catalogue:kimi': { env: { B: '2' } } } }
  expect(applyPreferences(agent('catalogue:kimi', 'kimi'), settings).env).toEqual({ A: '1', B: '2' })
  expect(applyPreferences(agent('catalogue:goose', 'goose'), settings).env).toEqual({ A: '1' })
})

it('lets Kimi read only its own plans as empty before it writes them', () => {
  const isEmpty = (path: string) => new RegExp(
    applyPreferences(agent('catalogue:kimi', '/node'), emptySettings).emptyFiles!,
  ).test(path)
  expect(isEmpty('/home/ada/.kimi-code/sessions/wd_shop_1/session_2/agents/main/plans/blade-jubilee.md')).toBe(true)
  expect(isEmpty('/home/ada/shop/AGENTS.md')).toBe(false)
  expect(isEmpty('/home/ada/shop/plans/blade.md')).toBe(false)
  expect(applyPreferences(agent('catalogue:claude-acp', '/node'), emptySettings).emptyFiles).toBeUndefined()
})
