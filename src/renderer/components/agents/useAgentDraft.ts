import { shallowRef } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { argsOfLines, canShowInLines, envOfLines, linesOfArgs, linesOfEnv } from '../../text/agentLines'
import { agentFormWords as words } from './words'

/** What is wrong in the form, and at which field. */
export interface AgentDraftProblem {
  readonly at: 'name' | 'command' | 'env' | 'form'
  readonly message: string
}

/** An agent of the person's own while it is edited, its lists as lines of text. Without `agentId` it is a new one. */
export function useAgentDraft({ agentId, settingsPath }: { agentId: string | undefined, settingsPath: string }) {
  const { host } = useHost()
  const formerName = shallowRef<string>()
  const name = shallowRef('')
  const command = shallowRef('')
  const args = shallowRef('')
  const env = shallowRef('')
  /** Anything typed before the agent is loaded would be lost. */
  const isReady = shallowRef(agentId === undefined)
  const isSaving = shallowRef(false)
  const problem = shallowRef<AgentDraftProblem>()

  async function load(): Promise<void> {
    if (agentId === undefined)
      return
    try {
      const agent = await host.readAgent({ agentId })
      if (!canShowInLines(agent))
        return refuse('form', words.cannotShow(settingsPath))
      formerName.value = name.value = agent.name
      command.value = agent.command
      args.value = linesOfArgs(agent.args)
      env.value = linesOfEnv(agent.env)
      isReady.value = true
    }
    catch (error) {
      refuse('form', errorMessage(error))
    }
  }

  /** Returns the agent's id, or nothing where there is a problem. */
  async function save(): Promise<string | undefined> {
    if (!isReady.value || isSaving.value)
      return undefined
    problem.value = fieldProblem()
    const variables = envOfLines(env.value)
    if (problem.value || 'wrongLine' in variables)
      return undefined
    isSaving.value = true
    try {
      const agent = { name: name.value, command: command.value, args: argsOfLines(args.value), env: variables.env }
      return (await host.saveAgent({ agentId, agent })).agentId
    }
    catch (error) {
      refuse(error instanceof HostError && error.code === 'name_taken' ? 'name' : 'form', errorMessage(error))
      return undefined
    }
    finally {
      isSaving.value = false
    }
  }

  function fieldProblem(): AgentDraftProblem | undefined {
    if (name.value.trim() === '')
      return { at: 'name', message: words.nameMissing }
    if (command.value.trim() === '')
      return { at: 'command', message: words.commandMissing }
    const variables = envOfLines(env.value)
    return 'wrongLine' in variables ? { at: 'env', message: words.wrongVariable(variables.wrongLine) } : undefined
  }

  function refuse(at: AgentDraftProblem['at'], message: string): void {
    problem.value = { at, message }
  }

  return { formerName, name, command, args, env, isReady, isSaving, problem, load, save }
}
