import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk'
import type { Entry, Transcript } from '../../src/shared/thread/transcript'
import { getShownStatus } from '../../src/shared/thread/selectors'

/** Formats a transcript as readable text, one block per entry, for tests to compare. */
export function formatTranscript(transcript: Transcript): string {
  const { head } = transcript
  const lines = [
    head.title && `# ${head.title}`,
    head.usage
    && `usage ${head.usage.used}/${head.usage.size}${head.usage.cost ? ` ${head.usage.cost.amount} ${head.usage.cost.currency}` : ''}`,
    head.modes && `mode ${head.modes.currentModeId}`,
    ...(head.configOptions ?? []).map(option => `option ${option.id} = ${String('currentValue' in option ? option.currentValue : '?')}`),
    head.commands.length > 0 && `commands ${head.commands.map(command => `/${command.name}`).join(' ')}`,
  ].filter(Boolean)
  return `${[...lines, ...transcript.entries.map(formatEntry)].join('\n')}\n`
}

function formatItem(item: ToolCallContent): string {
  if (item.type === 'diff')
    return formatDiff(item)
  return item.type === 'content' ? formatContent([item.content]) : JSON.stringify(item)
}

function formatEntry(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
      return `> ${formatContent(entry.content)}`
    case 'agent':
      return formatContent(entry.content)
    case 'thought':
      return `(${formatContent(entry.content)})`
    case 'tool': {
      const { call } = entry
      const parts = [
        ...(call.locations ?? []).map(location => `    at ${location.path}${location.line ? `:${location.line}` : ''}`),
        ...entry.terminalIds.map(terminalId => `    terminal ${terminalId}`),
        ...(call.content ?? []).filter(({ type }) => type !== 'terminal').map(item => `    ${formatItem(item)}`),
        ...(entry.writes ?? []).map(diff => `    wrote ${formatDiff(diff)}`),
      ]
      const line = `[${getShownStatus(entry)}] ${call.kind ?? 'other'}: ${call.title}`
      return [`${line}${entry.notAsked ? ' (not asked)' : ''}`, ...parts].join('\n')
    }
    case 'plan':
      return [
        'plan',
        ...entry.entries.map(
          item => `    ${{ pending: '○', in_progress: '◐', completed: '✓' }[item.status]} ${item.content} (${item.priority})`,
        ),
      ].join('\n')
    case 'permission': {
      const { request, answer } = entry
      const outcome = !answer
        ? 'waiting'
        : answer.outcome.outcome === 'selected'
          ? `${answer.outcome.optionId} by ${answer.by}`
          : `cancelled by ${answer.by}`
      return [
        `? ${request.subject?.kind ?? request.toolCall.title ?? request.toolCall.toolCallId}: ${outcome}`,
        ...request.options.map(option => `    - ${option.name} (${option.kind})`),
      ].join('\n')
    }
    case 'elicitation':
      return `? ${entry.request.message}: ${entry.answer ? JSON.stringify(entry.answer.response) : 'waiting'}`
    case 'notice':
      return `! ${entry.notice.severity}: ${entry.notice.title}${entry.notice.description ? ` ${entry.notice.description}` : ''}`
    case 'compaction':
      return `! compaction ${entry.status}: ${formatContent(entry.summary)}${entry.error ?? ''}`
    case 'origin':
      return `! ${origins[entry.origin.how]} ${entry.origin.title} (${entry.origin.agentName})`
    case 'unknown':
      return `! unknown update: ${JSON.stringify(entry.update)}`
    case 'turn-end':
      return `--- ${entry.end.reason}${entry.end.message ? `: ${entry.end.message}` : ''}${entry.isEmpty ? ' (empty)' : ''}`
  }
}

const origins = { fork: 'fork of', branch: 'branch of', transcript: 'continues', branched: 'branched into' }

function formatDiff({ path, oldText, newText }: { path: string, oldText?: string | null, newText: string }): string {
  return `diff ${path} ${oldText == null ? 'new' : `-${lineCount(oldText)}`} +${lineCount(newText)}`
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function formatContent(content: readonly ContentBlock[]): string {
  return content.map((block) => {
    switch (block.type) {
      case 'text':
        return block.text
      case 'image':
      case 'audio':
        return `[${block.type} ${block.mimeType}]`
      case 'resource_link':
        return `[link ${block.name} ${block.uri}]`
      case 'resource':
        return `[resource ${block.resource.uri}]`
      default:
        return `[${JSON.stringify(block)}]`
    }
  }).join('')
}
