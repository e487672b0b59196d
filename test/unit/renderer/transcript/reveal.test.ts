import type { Row } from '../../../../src/renderer/components/transcript/rows/row'
import { describe, expect, it } from 'vitest'
import { findRow, findTextRanges, openFold } from '../../../../src/renderer/components/transcript/reveal/useReveal'
import { findMatches, toLiteralPattern } from '../../../../src/shared/search/plainSearch'

function page(html: string): HTMLElement {
  const root = document.createElement('article')
  root.innerHTML = html
  return root
}

function found(html: string, text: string): string[] {
  return findTextRanges(page(html), drawn => findMatches(drawn, toLiteralPattern(text)!)).map(String)
}

describe('a revealed text', () => {
  it('is highlighted across the elements of a line, and not across blocks', () => {
    expect(found('<p>call <code>retry</code>() twice</p>', 'retry() twice')).toEqual(['retry() twice'])
    expect(found('<p>one</p><p>two</p>', 'onetwo')).toEqual([])
    expect(found('<p>one</p><p>two</p>', 'o')).toEqual(['o', 'o'])
    expect(found('<span class="unseen">hidden word</span><p>word</p>', 'word')).toEqual(['word'])
  })

  it('is in the first changed line rather than in the lines around it', () => {
    const line = (kind: string, text: string): string => `<span class="line" data-kind="${kind}">${text}</span>`
    const diff = `<pre>${line('context', 'word one')}\n${line('removed', 'word two')}\n${line('added', 'word three')}</pre>`
    expect(found(diff, 'word ').length).toBe(3)
    expect(found(diff, 'word t')).toEqual(['word t', 'word t'])
    const [first] = findTextRanges(page(diff), drawn => findMatches(drawn, toLiteralPattern('word')!))
    expect(first!.startContainer.textContent).toBe('word two')
  })

  it('is unfolded fold by fold, and more of long content is drawn', () => {
    const folds = '<details><summary>more</summary></details><button class="title" aria-expanded="false"></button>'
    const root = page(`${folds}<button data-hidden></button>`)
    const clicked: string[] = []
    root.addEventListener('click', ({ target }) => clicked.push((target as HTMLElement).tagName))
    const opened = new Set<Element>()
    for (let fold = 0; fold < 4; fold++)
      expect(openFold(root, opened)).toBe(true)
    expect(clicked).toEqual(['SUMMARY', 'BUTTON', 'BUTTON', 'BUTTON'])
    expect(openFold(page('<p>plain</p>'), opened)).toBe(false)
  })

  it('is found in its row, at the call that a question was about, or behind a fold', () => {
    const entry = (id: string) => ({ id })
    const rows = [
      { kind: 'entry', id: 'u', entry: entry('u'), questions: [] },
      { kind: 'worked', id: 'worked e', isOpen: false, turn: { entries: [entry('c'), entry('q')] } },
      { kind: 'entry', id: 'a', entry: entry('a'), questions: [entry('p')] },
    ] as unknown as Row[]
    expect(findRow(rows, 'a')).toEqual({ index: 2, entryId: 'a' })
    expect(findRow(rows, 'p')).toEqual({ index: 2, entryId: 'a' })
    expect(findRow(rows, 'c')).toEqual({ foldedIn: 'worked e' })
    expect(findRow(rows, 'nowhere')).toBeUndefined()
  })
})
