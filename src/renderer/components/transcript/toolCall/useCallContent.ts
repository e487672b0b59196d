import type { Content, ContentBlock } from '@agentclientprotocol/sdk'
import type { ToolEntry } from '../../../../shared/thread/transcript'
import { computed } from 'vue'
import { getShownStatus, wasRejected } from '../../../../shared/thread/selectors'
import { parseInputInContent } from '../../../../shared/toolCall/commandField'
import { getOutputText } from '../../../../shared/toolCall/outputText'
import { findLastLine } from '../../terminal/lastLine'
import { listToolCallChanges } from '../changes/toolCallChanges'

/** The content of a tool call: changed files, content blocks and output. */
export function useCallContent(entry: () => ToolEntry) {
  // Each depends on one input, so that files aren't compared again when the status changes.
  // Kimi reports a call's input as JSON text, until it has a result.
  const isOpen = computed(() => ['pending', 'in_progress'].includes(getShownStatus(entry())))
  const content = computed(() => {
    const all = entry().call.content ?? []
    return isOpen.value && parseInputInContent(all) ? [] : all
  })
  const locations = computed(() => entry().call.locations)
  const writes = computed(() => entry().writes)
  // A failed call changed nothing; a rejected one shows what it would have changed.
  const replaced = computed(() =>
    getShownStatus(entry()) === 'completed' || wasRejected(entry()) ? entry().replaced : undefined)
  const compared = computed(() => entry().compared)
  const changes = computed(() => listToolCallChanges({
    content: content.value,
    locations: locations.value,
    writes: writes.value,
    replaced: replaced.value,
    compared: compared.value,
  }))
  // Unknown item types are shown like unknown content.
  const blocks = computed(() =>
    content.value.flatMap((item): ContentBlock[] =>
      item.type === 'content'
        ? [(item as Content).content]
        : item.type === 'diff' || item.type === 'terminal'
          ? []
          : [item satisfies never as ContentBlock],
    ),
  )
  const printed = computed(() => entry().terminalIds.length > 0 ? undefined : getOutputText(entry().call))
  /** The last line of a command's output, which usually shows the outcome. */
  const lastLine = computed(() => {
    const block = blocks.value.at(-1)
    return entry().call.kind === 'execute'
      ? findLastLine(printed.value ?? (block?.type === 'text' ? block.text : ''))
      : undefined
  })
  return { changes, blocks, printed, lastLine }
}
