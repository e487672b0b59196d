import type { ToolCallLocation } from '@agentclientprotocol/sdk'
import type { RefusedEvent } from '../../../../shared/thread/deedEvents'
import type { CallEnding, getShownStatus } from '../../../../shared/thread/selectors'
import { formatDuration, formatNumber } from '../../../text/format'

const kinds: Readonly<Record<string, string>> = { execute: 'run', switch_mode: 'mode', other: 'tool' }

/** Strings of a tool call: header, result and raw data. */
export const toolCallWords = {
  /** Short names for chips. Unknown kinds stay as they are. */
  kind: (kind = 'other') => Object.hasOwn(kinds, kind) ? kinds[kind]! : kind,

  /** Status and duration. */
  status: (status: ReturnType<typeof getShownStatus>, elapsedMs: number | undefined, ending?: CallEnding) => {
    const span = elapsedMs === undefined || elapsedMs < 50 ? '' : ` ${formatDuration(elapsedMs)}`
    switch (ending?.kind) {
      case 'rejected': return '' // the answer beside it tells
      case 'stopped': return 'stopped by you'
      case 'unreported': return 'allowed, no result reported'
      case 'exit': return `${ending.exit.signal ? `signal ${ending.exit.signal}` : `exit code ${ending.exit.exitCode}`}${span}`
      case undefined:
    }
    switch (status) {
      case 'pending': return 'waiting'
      case 'in_progress': return `running${span}`
      case 'completed': return span.trim()
      case 'failed': return `failed${span}`
      case 'cancelled': return 'cancelled'
    }
  },
  completed: 'completed',

  /**
   * Path and line, unless the title contains them. Relative inside the thread's folder; elsewhere shortened, with the
   * full path in a tooltip.
   */
  location: ({ path, line, isInside }: ToolCallLocation & { isInside: boolean }, title: string) => {
    const short = isInside ? path : path.split(/[/\\]/).slice(-3).join('/')
    const name = isInside ? path : short.slice(short.lastIndexOf('/') + 1)
    if (name !== '' && title.includes(name))
      return line ? `line ${line}` : undefined
    return line ? `${short}:${line}` : short
  },
  moreLocations: (count: number) => `and ${count} more`,

  notAsked: 'not asked',
  notAskedHint: 'Neither you nor a rule allowed this during the turn: the agent did not ask, or it relied on an earlier “always”',

  /** A request that failed. The reason usually names the file. */
  refused: ({ request, target, why }: Omit<RefusedEvent, 'type'>) => {
    const short = why.includes(target) ? why : `${target}: ${why}`
    switch (request) {
      case 'read': return `Not read. ${short}`
      case 'write': return `Not written. ${short}`
      case 'run': return `Not started. ${short}`
      case 'terminal': return `The terminal cannot be used. ${short}`
    }
  },

  missing: (count: number) =>
    count === 1 ? 'Looked for a file that isn’t there' : `Looked for ${count} files that aren’t there`,

  subagentName: 'Subagent',
  subagent: ({ steps, failed, waiting, elapsedMs }: {
    steps: number
    failed: number
    waiting: number
    elapsedMs: number
  }) => [
    `Subagent: ${steps === 1 ? '1 step' : `${formatNumber(steps)} steps`}`,
    ...failed > 0 ? [`${formatNumber(failed)} failed`] : [],
    ...waiting > 0 ? ['waiting for you'] : [],
    ...elapsedMs < 1_000 ? [] : [formatDuration(elapsedMs)],
  ].join(' · '),

  result: 'Result',
  resultSize: (lines: number, size: string | undefined) =>
    lines > 1 ? `Result, ${formatNumber(lines)} lines` : size === undefined ? 'Result' : `Result, ${size}`,
  output: 'Output',

  raw: 'Raw input and output',
  rawInput: 'Raw input',
  rawOutput: 'Raw output',
} as const
