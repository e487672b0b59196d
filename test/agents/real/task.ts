import type { ModelStep } from './script'
import { createCall, hasTool, type OfferedTool } from './toolCalls'

/** The commands of the task. Each changes something, or some agents would run it without asking. */
const commands = ['touch one.txt', 'cp one.txt two.txt', 'mv two.txt three.txt', 'rm three.txt']
export const taskBefore = 'One line.\n'
export const taskAfter = 'Another line.\n'
/** Its actions that need approval: four commands and two edits. Reading in the folder needs none. */
export const taskActions = commands.length + 2

/** The task for which dialogs are counted: one read, four commands, two edits (of that file, and of a new one). */
export function taskStep(tools: readonly OfferedTool[], path: string, answered: number): ModelStep {
  if (answered === 0) {
    const reads = hasTool(tools, 'read') ? createCall(tools, 'read', { path }) : createCall(tools, 'run', { command: `cat ${path}` }, true)
    return { text: 'I look at it.', call: reads }
  }
  const command = commands[answered - 1]
  if (command !== undefined)
    return { text: 'I run a command.', call: createCall(tools, 'run', { command }) }
  switch (answered - commands.length) {
    case 1: return { text: 'I change it.', call: createCall(tools, 'edit', { path, old: taskBefore.trim(), new: taskAfter.trim() }) }
    case 2: return { text: 'I write one.', call: createCall(tools, 'write', { path: `${path}.new`, content: taskAfter }) }
    default: return { text: 'The task is done.' }
  }
}
