import type { TerminalExitStatus, TerminalHandle } from '@agentclientprotocol/sdk'
import { isAllowed, toRejection } from './permission'
import { type ToolCallInTurn, type Turn, TurnCancelled } from './turn'

/** The result of one command. */
type CommandResult
  = | { readonly outcome: 'unsupported', readonly commandLine: string }
    | { readonly outcome: 'rejected', readonly commandLine: string }
    | { readonly outcome: 'refused', readonly commandLine: string, readonly why: string }
    | {
      readonly outcome: 'ended'
      readonly commandLine: string
      readonly exit: TerminalExitStatus
      readonly durationMs: number
      readonly lineCounts: readonly number[]
      readonly truncated: boolean
    }

interface CommandToRun {
  readonly commandLine: string
  /** Skips the agent's own question even in ask mode, so that the client has to ask. */
  readonly unasked?: true
  /** Kills the command after this time and keeps its output. */
  readonly timeoutMs?: number
}

const outputLimitBytes = 256 * 1024

/** Runs a command in a client terminal embedded in a tool call, and polls its output. */
export async function runCommand(
  turn: Turn,
  { commandLine, unasked, timeoutMs }: CommandToRun,
): Promise<CommandResult> {
  if (turn.capabilities.terminal !== true)
    return { outcome: 'unsupported', commandLine }
  const cwd = turn.session.cwd
  const tool = await turn.startTool({
    title: commandLine,
    kind: 'execute',
    status: 'pending',
    rawInput: { command: commandLine, cwd },
  })
  if (!unasked && !await isAllowed(turn, tool, { key: `run:${commandLine}`, words: 'this command' })) {
    await tool.fail('Not run: you said no.')
    return { outcome: 'rejected', commandLine }
  }
  let terminal: TerminalHandle
  try {
    // Without `args`, a shell runs the line exactly as shown.
    terminal = await turn.client.createTerminal(
      { sessionId: turn.session.sessionId, command: commandLine, cwd, outputByteLimit: outputLimitBytes },
      { cancellationSignal: turn.signal },
    )
  }
  catch (error) {
    const { message } = toRejection(error, turn)
    await tool.fail(`Not run: ${message}`)
    return { outcome: 'refused', commandLine, why: message }
  }
  try {
    await tool.update({ status: 'in_progress', content: [{ type: 'terminal', terminalId: terminal.id }] })
    return await watch(turn, { tool, terminal, commandLine, timeoutMs })
  }
  finally {
    // Also after a cancelled turn, because release kills a running command. The client keeps showing its output.
    await terminal.release()
  }
}

/** Describes the result in a sentence. Omits the output, because the terminal already shows it. */
export function describeResult(result: CommandResult): string {
  const command = `\`${result.commandLine}\``
  switch (result.outcome) {
    case 'unsupported':
      return `I cannot run ${command}: this client does not offer terminals to its agents.`
    case 'rejected':
      return `You said no, so I did not run ${command}.`
    case 'refused':
      return `I could not run ${command}: ${result.why}`
    case 'ended':
      return [
        `${command} ${describeExit(result.exit)} after ${(result.durationMs / 1000).toFixed(1)} s.`,
        describeGrowth(result.lineCounts),
        ...result.truncated ? ['Its beginning no longer fits into what I asked for.'] : [],
      ].join(' ')
  }
}

async function watch(
  turn: Turn,
  {
    tool,
    terminal,
    commandLine,
    timeoutMs,
  }: { tool: ToolCallInTurn, terminal: TerminalHandle, commandLine: string, timeoutMs: number | undefined },
): Promise<CommandResult> {
  const startedAt = Date.now()
  const lineCounts: number[] = []
  let running = true
  const exited = terminal.waitForExit().finally(() => (running = false))
  // Awaited below; this prevents an unhandled rejection until then.
  exited.catch(() => undefined)
  while (running) {
    await Promise.race([exited, turn.pauseMs(Date.now() - startedAt > 5000 ? 500 : 100)])
    if (turn.signal.aborted)
      throw new TurnCancelled()
    const { output } = await terminal.currentOutput()
    const lineCount = countLines(output)
    if (lineCount !== lineCounts.at(-1))
      lineCounts.push(lineCount)
    if (running && timeoutMs !== undefined && Date.now() - startedAt > timeoutMs)
      await terminal.kill()
  }
  const exit = await exited
  const { output, truncated } = await terminal.currentOutput()
  turn.session.history.keepTerminalOutput(terminal.id, output)
  const durationMs = Date.now() - startedAt
  await tool.update({
    status: exit.exitCode === 0 ? 'completed' : 'failed',
    rawOutput: { exitCode: exit.exitCode ?? null, signal: exit.signal ?? null },
  })
  return { outcome: 'ended', commandLine, exit, durationMs, lineCounts, truncated }
}

function describeExit({ exitCode, signal }: TerminalExitStatus): string {
  return signal ? `was stopped by ${signal}` : `ended with exit code ${exitCode ?? 'unknown'}`
}

function describeGrowth(lineCounts: readonly number[]): string {
  const last = lineCounts.at(-1) ?? 0
  if (lineCounts.length < 2)
    return `It wrote ${count(last, 'line')}.`
  // A few counts are enough to show the growth.
  const step = Math.ceil(lineCounts.length / 5)
  const shown = lineCounts.filter((_, index) => index % step === 0 || index === lineCounts.length - 1)
  return `I watched its output grow: ${shown.join(', ')} lines.`
}

function countLines(output: string): number {
  return output.split('\n').length - (output === '' || output.endsWith('\n') ? 1 : 0)
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
