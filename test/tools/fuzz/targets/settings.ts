import type { Settings } from '../../../../src/shared/settings/settings'
import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { parseSettings } from '../../../../src/main/store/settings/parseSettings'
import { isJsonObject, type JsonObject } from '../../../../src/shared/text/jsonObject'

const sections = {
  agent_servers: 'agentServers',
  agent_defaults: 'agentDefaults',
  mcp_servers: 'mcpServers',
  sandboxed_folders: 'sandboxes',
} as const

/** Any file can be parsed, and its ignored parts are reported as faults. */
export const settings: FuzzTarget = {
  name: 'settings',
  shape: 'json',
  corpus: ['tools/fuzz/corpus/settings/*'],
  run: (input) => {
    const text = input.toString()
    const read = parseSettings(text)
    for (const fault of read.faults)
      assert.ok(fault.message !== '' && (fault.line === undefined || (fault.line >= 1 && fault.line <= text.split('\n').length)))
    // Reported for the whole file: it is not JSON, or too deep.
    if (read.faults.some(({ key }) => key === undefined))
      return
    const value = parsed(text.replace(/^\uFEFF/, ''))
    if (isJsonObject(value))
      checkTaken(value, read)
    else if (text.replace(/^\uFEFF/, '').trim() !== '' && !text.includes('/*') && !text.includes('//') && !/,\s*[}\]]/.test(text))
      assert.notEqual(read.faults.length, 0, 'what is no object, or no JSON, is told')
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined // perhaps with comments
  }
}

function checkTaken(value: JsonObject, read: Settings): void {
  for (const [key, name] of Object.entries(sections) as [keyof typeof sections, typeof sections[keyof typeof sections]][]) {
    if (!Object.hasOwn(value, key))
      continue
    const given = value[key]
    const taken = read[name]
    if (!isJsonObject(given) || taken === 'unknown') {
      assert.ok(isTold(read, key), `${key} is told`)
      continue
    }
    for (const [entry, said] of Object.entries(given)) {
      assert.ok(
        isTold(read, `${key}.${entry}`) || (Object.hasOwn(taken, entry) && isAll(said, taken[entry])),
        `${key}.${entry} is taken or told`,
      )
    }
  }
  if (Object.hasOwn(value, 'idle_minutes'))
    assert.ok(read.preferences.idle_minutes === value.idle_minutes || isTold(read, 'idle_minutes'))
  if (Object.hasOwn(value, 'hidden_agents'))
    assert.ok(JSON.stringify(read.hiddenAgents) === JSON.stringify(value.hidden_agents) || isTold(read, 'hidden_agents'))
}

function isTold({ faults }: Settings, key: string): boolean {
  return faults.some(fault => fault.key === key || fault.key?.startsWith(`${key}.`) === true || key.startsWith(`${fault.key}.`))
}

/** Whether all of the input was taken over. Texts may be trimmed, and defaults added. */
function isAll(said: unknown, taken: unknown): boolean {
  if (Array.isArray(said))
    return Array.isArray(taken) && said.length === taken.length && said.every((item, index) => isAll(item, taken[index]))
  if (isJsonObject(said)) {
    // Objects cannot have an own key named __proto__.
    const isTaken = (key: string): boolean => isJsonObject(taken) && Object.hasOwn(taken, key) && isAll(said[key], taken[key])
    return isJsonObject(taken) && Object.keys(said).every(key => key === '__proto__' || isTaken(key))
  }
  return typeof said === 'string' ? typeof taken === 'string' && said.trim() === taken.trim() : Object.is(said, taken)
}
