// Options, commands, plans and titles that are expensive to draw, shown beside the transcript.
import type { JsonObject } from '../../scripted/wire.ts'
import { joined, long, many, mixed } from './lengths.ts'

export type Update = JsonObject & { readonly sessionUpdate: string }

function steps(count: number, content: string, status = 'pending'): Update {
  return { sessionUpdate: 'plan', entries: many(count, () => ({ content, priority: 'high', status })) }
}
function commands(count: number, name: string, text: string): Update {
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: many(count, index => ({ name: `c${index}${name}`, description: text, input: { hint: text } })),
  }
}
function select(index: number, count: number, name: string): JsonObject {
  return {
    id: `o${index}`,
    name,
    description: name,
    type: 'select',
    category: 'model',
    currentValue: 'v0',
    options: many(count, value => ({ value: `v${value}`, name, description: name })),
  }
}
function options(count: number, values: number, name: string): Update {
  return { sessionUpdate: 'config_option_update', configOptions: many(count, index => select(index, values, name)) }
}
const title = (title: string): Update => ({ sessionUpdate: 'session_info_update', title })
const noSteps = steps(0, '')

/** Created on demand. */
export const heavyChoices: Record<string, () => readonly Update[]> = {
  plain: () => [noSteps, commands(0, '', ''), options(0, 0, ''), title('Plain')],
  manySteps: () => [steps(500, long(20_000))],
  longStep: () => [steps(1, long(2_000_000), 'in_progress')],
  mixedSteps: () => [steps(500, mixed(10_000), 'in_progress')],
  commands: () => [commands(1_000, mixed(900), mixed(900))],
  describedCommands: () => [commands(1_000, '', long(8_000))],
  options: () => [options(100, 40, mixed(900))],
  values: () => [options(1, 2_000, mixed(900))],
  booleans: () => [{
    sessionUpdate: 'config_option_update',
    configOptions: many(100, index => ({ id: `o${index}`, name: mixed(900), type: 'boolean', category: 'mode', currentValue: true })),
  }],
  title: () => [title(mixed(16_000))],
  joinedTitle: () => [title(joined(16_000))],
  manyTitles: () => many(2_000, index => title(`${index} ${mixed(900)}`)),
  usage: () => [{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1e300, currency: 'XYZ' } }],
}
