import type { ToolCall } from '@agentclientprotocol/sdk'
import type { Entry, Transcript } from '../../../../shared/thread/transcript'
import { formatEntry, formatTurn } from '../../../../shared/thread/text/entryMarkdown'
import { transcriptWords } from '../words'

/** A menu item that copies a part of the transcript. */
export interface CopyOption {
  readonly name: string
  readonly text: () => string
}

const { menu: words } = transcriptWords

/** Lists what can be copied at the menu's position, innermost first. */
export function listCopyOptions(target: Element, { entries }: Transcript): readonly CopyOption[] {
  const selected = getSelection()?.toString() ?? ''
  const id = target.closest<HTMLElement>('[data-entry-id]')?.dataset.entryId
  const index = entries.findIndex(entry => entry.id === id)
  const entry = entries[index]
  return [
    ...selected.trim() === '' ? [] : [{ name: words.selection, text: () => selected }],
    ...listElementOptions(target),
    ...entry ? listEntryOptions(entry) : [],
    ...entry ? [{ name: words.turn, text: () => formatTurn(findTurn(entries, index)) }] : [],
  ]
}

function listElementOptions(target: Element): CopyOption[] {
  const address = target.closest('a')?.getAttribute('href')
  const code = target.closest('.code, .plain, .formatted')?.querySelector('pre, .node, .table')?.textContent
  const changedFile = target.closest('.diff')?.querySelector('header code')?.getAttribute('title')
  return [
    ...address ? [{ name: words.address, text: () => address }] : [],
    ...code ? [{ name: words.code, text: () => code }] : [],
    ...changedFile ? [{ name: words.path, text: () => changedFile }] : [],
  ]
}

function listEntryOptions(entry: Entry): CopyOption[] {
  if (entry.kind === 'tool') {
    const { title, locations = [], content = [] } = entry.call
    const path = locations?.[0]?.path ?? entry.writes?.[0]?.path ?? getDiffPath(content)
    const texts = (content ?? []).flatMap(item =>
      item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
    )
    return [
      { name: words.title, text: () => title.replace(/^`([^`]+)`$/, '$1') },
      ...path === undefined ? [] : [{ name: words.path, text: () => path }],
      ...texts.length === 0 ? [] : [{ name: words.result, text: () => texts.join('\n') }],
    ]
  }
  const text = formatEntry(entry)
  return text === undefined ? [] : [{ name: words.markdown, text: () => text }]
}

/** Finds the entries of an entry's turn. */
function findTurn(entries: readonly Entry[], index: number): readonly Entry[] {
  const isStart = (entry: Entry): boolean => entry.kind === 'user' && !entry.isSteer
  const from = Math.max(0, entries.findLastIndex((entry, at) => at <= index && isStart(entry)))
  const to = entries.findIndex((entry, at) => at > from && isStart(entry))
  return entries.slice(from, to < 0 ? undefined : to)
}

function getDiffPath(content: ToolCall['content']): string | undefined {
  for (const item of content ?? []) {
    if (item.type === 'diff')
      return item.path
  }
  return undefined
}
