import { expect, it } from 'vitest'
import agentCommands from '../../../resources/agentCommands.json' with { type: 'json' }
import { allCapabilities } from '../../../src/main/agents/agentDefinition'
import { applyPreferences } from '../../../src/main/agents/catalogue/agentPreferences'
import { findProgramByRegistryId } from '../../../src/main/agents/catalogue/knownPrograms'
import { emptySettings } from '../../../src/main/store/settings/parseSettings'
import { realAgents } from '../../agents/real/realAgents'

const makeAgent = (agentId: string, command: string) => ({ agentId, name: 'Any', command, args: [], env: { A: '1' } })

it('withholds capabilities that an agent cannot handle, regardless of who installed it', () => {
  const getOffers = (agentId: string, command: string) => applyPreferences(
    makeAgent(agentId, command),
    emptySettings,
  ).offers
  const withheld = { ...allCapabilities, readTextFile: false }
  expect(getOffers('catalogue:gemini', '/node')).toEqual(withheld)
  expect(getOffers('settings:Mine', '/usr/bin/gemini')).toEqual(withheld)
  expect(getOffers('settings:Mine', '/usr/bin/gemini.cmd')).toEqual(withheld)
  expect(getOffers('settings:gemini', '/usr/bin/other')).toEqual(allCapabilities)
  expect(getOffers('catalogue:kimi', '/usr/bin/gemini')).toEqual(allCapabilities)
})

it('marks agents that read files without asking Parley', () => {
  const findFileReader = (agentId: string, command: string) => applyPreferences(
    makeAgent(agentId, command),
    emptySettings,
  ).readsFiles
  expect(findFileReader('catalogue:claude-acp', '/node')).toBe('itself')
  expect(findFileReader('settings:Mine', '/usr/bin/codex-acp')).toBe('itself')
  expect(findFileReader('catalogue:kimi', '/node')).toBeUndefined()
})

it('marks all real agents that missed unsaved text as agents that read files themselves', () => {
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
  expect(applyPreferences(makeAgent('catalogue:kimi', 'kimi'), settings).env).toEqual({ A: '1', B: '2' })
  expect(applyPreferences(makeAgent('catalogue:goose', 'goose'), settings).env).toEqual({ A: '1' })
})

it('lets Kimi read only its own plans as empty before it writes them', () => {
  const isEmpty = (path: string) => new RegExp(
    applyPreferences(makeAgent('catalogue:kimi', '/node'), emptySettings).emptyFiles!,
  ).test(path)
  expect(isEmpty('/home/ada/.kimi-code/sessions/wd_shop_1/session_2/agents/main/plans/blade-jubilee.md')).toBe(true)
  expect(isEmpty('/home/ada/shop/AGENTS.md')).toBe(false)
  expect(isEmpty('/home/ada/shop/plans/blade.md')).toBe(false)
  expect(applyPreferences(makeAgent('catalogue:claude-acp', '/node'), emptySettings).emptyFiles).toBeUndefined()
})
