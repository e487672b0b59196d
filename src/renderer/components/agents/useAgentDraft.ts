import type { CustomAgent, TestedAgent } from '../../../shared/settings/settings'
import { computed, shallowRef } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { findAddressFault } from '../../../shared/settings/agentAddress'
import { useHost } from '../../composables/host/useHost'
import { canShowInLines, formatArgs, formatEnv, parseArgs, parseEnv } from '../../text/agentLines'
import { createEmptyRow, type FieldRow, toFormFields, toFormRows } from '../base/fieldRows'
import { agentFormWords as words } from './words'

/** Loaded on demand, as only pasted text needs it. */
const loadPasted = () => import('./readPastedAgent')

/** A problem in the form, with its field. */
export interface AgentDraftProblem {
  readonly at: 'name' | 'command' | 'env' | 'url' | 'form'
  readonly message: string
}

/**
 * The draft of the person's own agent, with lists as lines of text. Without `agentId` it is a new one. Long because
 * its functions share the fields of the form.
 */
export function useAgentDraft({ agentId, settingsPath }: { agentId: string | undefined, settingsPath: string }) {
  const { host } = useHost()
  const savedName = shallowRef<string>()
  const name = shallowRef('')
  const command = shallowRef('')
  const args = shallowRef('')
  const env = shallowRef('')
  const location = shallowRef<'here' | 'elsewhere'>('here')
  const url = shallowRef('')
  const headers = shallowRef<readonly FieldRow[]>([])
  const files = shallowRef<'there' | 'here'>('there')
  /** False until the agent is loaded, which would overwrite anything typed. */
  const isReady = shallowRef(agentId === undefined)
  const isSaving = shallowRef(false)
  const problem = shallowRef<AgentDraftProblem>()
  /** The agent to test; absent while its command or address is invalid. */
  const tested = computed((): TestedAgent | undefined => {
    if (findTargetProblem())
      return undefined
    if (location.value === 'elsewhere')
      return { url: url.value.trim(), headers: toFormFields(headers.value), files: files.value }
    const variables = parseEnv(env.value)
    return 'invalidLine' in variables
      ? undefined
      : { command: command.value.trim(), args: parseArgs(args.value), env: variables.env }
  })

  async function load(): Promise<void> {
    if (agentId === undefined)
      return
    try {
      const agent = await host.readAgent({ agentId })
      if ('command' in agent && !canShowInLines(agent))
        return setProblem('form', words.cannotShow(settingsPath))
      savedName.value = name.value = agent.name
      if ('command' in agent) {
        command.value = agent.command
        args.value = formatArgs(agent.args)
        env.value = formatEnv(agent.env)
      }
      else {
        location.value = 'elsewhere'
        url.value = agent.url
        headers.value = toFormRows(agent.headers)
        files.value = agent.files
      }
      isReady.value = true
    }
    catch (error) {
      setProblem('form', errorMessage(error))
    }
  }

  /** Returns the agent's id, or `undefined` if there is a problem. */
  async function save(): Promise<string | undefined> {
    await splitCommand()
    if (!isReady.value || isSaving.value)
      return undefined
    problem.value = findProblem()
    const agent = problem.value ? undefined : readFields()
    if (!agent)
      return undefined
    isSaving.value = true
    try {
      return (await host.saveAgent({ agentId, agent })).agentId
    }
    catch (error) {
      setProblem(error instanceof HostError && error.code === 'name_taken' ? 'name' : 'form', errorMessage(error))
      return undefined
    }
    finally {
      isSaving.value = false
    }
  }

  /** Fills the form from pasted JSON if that is another program's settings of an agent. */
  async function applyPastedJson(text: string): Promise<void> {
    if (!text.includes('{'))
      return
    const nameBefore = name.value
    const { readAgentJson } = await loadPasted()
    const agent = readAgentJson(text)
    if (!agent)
      return
    name.value = nameBefore || (agent.name ?? '')
    if ('url' in agent) {
      location.value = 'elsewhere'
      command.value = ''
      url.value = agent.url
      headers.value = Object.entries(agent.headers).map(
        ([name, value]) => ({ ...createEmptyRow({ isSecret: true }), name, value }),
      )
      return
    }
    location.value = 'here'
    command.value = agent.command
    args.value = formatArgs(agent.args)
    env.value = formatEnv(agent.env)
  }

  /** Applies text pasted into the command field: JSON settings or a whole command line. */
  async function applyPastedCommand(text: string): Promise<void> {
    const isWhole = command.value === ''
    await applyPastedJson(text)
    if (isWhole)
      await splitCommand(text)
  }

  /** Moves variables and arguments from the command field to their own fields. */
  async function splitCommand(line = command.value): Promise<void> {
    if (args.value.trim() !== '' || !/\s/.test(line.trim()))
      return
    const { splitCommandLine } = await loadPasted()
    const split = splitCommandLine(line)
    if (!split)
      return
    command.value = split.command
    args.value = formatArgs(split.args)
    // Paste and change events may both split the same line, so duplicates are removed.
    env.value = [...new Set([...env.value.split('\n'), ...formatEnv(split.env).split('\n')])].filter(Boolean).join('\n')
  }

  function readFields(): CustomAgent | undefined {
    return tested.value && { name: name.value, ...tested.value }
  }

  function findProblem(): AgentDraftProblem | undefined {
    return name.value.trim() === '' ? { at: 'name', message: words.nameMissing } : findTargetProblem()
  }

  /** Finds a problem with the command, variables or address. */
  function findTargetProblem(): AgentDraftProblem | undefined {
    if (location.value === 'elsewhere') {
      const fault = findAddressFault(url.value.trim())
      return fault === undefined ? undefined : { at: 'url', message: fault }
    }
    const message = findCommandProblem()
    if (message !== undefined)
      return { at: 'command', message }
    const variables = parseEnv(env.value)
    return 'invalidLine' in variables ? { at: 'env', message: words.wrongVariable(variables.invalidLine) } : undefined
  }

  function findCommandProblem(): string | undefined {
    if (command.value.trim() === '')
      return words.commandMissing
    return /^[{[]/.test(command.value.trim()) ? words.commandIsJson : undefined
  }

  function setProblem(at: AgentDraftProblem['at'], message: string): void {
    problem.value = { at, message }
  }

  return {
    savedName,
    name,
    location,
    command,
    args,
    env,
    url,
    headers,
    files,
    tested,
    isReady,
    isSaving,
    problem,
    load,
    save,
    applyPastedJson,
    applyPastedCommand,
    splitCommand,
  }
}
