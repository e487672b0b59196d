import { expect, it } from 'vitest'
import { parseSettings } from '../../../src/main/store/settings/parseSettings'

it('assigns the keys in the file to actions, however they are written', () => {
  const { keys, faults } = parseSettings(`{ "keys": {
    "files": "alt + u", "search_threads": ["shift+mod+s", "F4"], "notices": [], "review_next": "D", "find_in_file": "Mod+E",
  } }`)
  expect(keys).toEqual({ files: ['Alt+U'], searchThreads: ['Mod+Shift+S', 'F4'], notices: [], reviewNext: ['D'], findInFile: ['Mod+E'] })
  expect(faults).toEqual([])
})

it('reports unusable keys by line and name, and keeps all others', () => {
  const { keys, preferences, faults } = parseSettings(`{ "keys": {
    "files": "Alt+U",
    "fils": "Alt+Y",
    "palette": "Hyper+K",
    "attach": "K",
    "settings": 5,
    "stop": "Ctrl+Alt+E",
    "agent_log": "Mod+C",
    "notices": "Alt+1"
  }, "idle_minutes": 5 }`)
  expect(keys).toEqual({ files: ['Alt+U'] })
  expect(preferences.idle_minutes).toBe(5)
  expect(faults.map(({ line, key, message }) => `${line} ${key}: ${message.slice(0, 40)}`)).toEqual([
    '3 keys.fils: No action has this name. The page "Setti',
    '4 keys.palette: These are no keys: "Hyper+K". Write Mod ',
    '5 keys.attach: "K" is needed for writing. Add Mod or Al',
    '6 keys.settings: This must be keys such as "Alt+U", a lis',
    '7 keys.stop: "Ctrl+Alt+E" types characters on many ke',
    '8 keys.agent_log: "Mod+C" is kept for editing text, for an',
    '9 keys.notices: "Alt+1" is kept for editing text, for an',
  ])
  expect(parseSettings('{ "keys": "Alt+U" }').faults[0]).toMatchObject({ key: 'keys', line: 1 })
})

it('never assigns the same keys to two actions in the same place', () => {
  const taken = parseSettings('{ "keys": { "files": "Alt+S" } }')
  expect([taken.keys, taken.faults[0]?.message])
    .toEqual([{}, '"Alt+S" is taken by "search_threads". Choose other keys for one of the two.'])
  // Swapped keys, or keys that count in another context, are not conflicts.
  expect(parseSettings('{ "keys": { "files": "Alt+S", "search_threads": "Alt+F", "review_keep": "Mod+F" } }').faults).toEqual([])
  // If an action loses its keys, another may have lost those it was given.
  const chain = parseSettings('{ "keys": { "files": "Alt+S", "search_threads": "Alt+P", "toggle_panel": "Alt+G" } }')
  expect(chain.keys).toEqual({})
  expect(new Set(chain.faults.map(({ key }) => key))).toEqual(new Set(['keys.toggle_panel', 'keys.search_threads', 'keys.files']))
})
