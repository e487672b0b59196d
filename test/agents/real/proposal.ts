import type { ModelRequest, ModelStep } from './script'
import { createCall, hasTool } from './toolCalls'

const proposal = '# The plan\n\n1. Look around\n2. Do the work\n'

/** Writes a plan to the agent's path, proposes it, and reports the outcome. */
export function planStep({ tools, answered, result, planFile }: Omit<ModelRequest, 'prompts'>): ModelStep {
  const writes = planFile === undefined ? 0 : 1
  // The tool is gone once the plan is approved.
  if (answered > writes || !hasTool(tools, 'propose'))
    return { text: `The answer to the plan was: ${result}` }
  const call = answered < writes
    ? createCall(tools, 'write', { path: planFile, content: proposal })
    : createCall(tools, 'propose', { plan: proposal, path: planFile, name: planFile?.split('/').at(-1) })
  return { text: 'I propose a plan.', call }
}
