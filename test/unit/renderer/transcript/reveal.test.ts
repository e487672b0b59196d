import type { Row } from '../../../../src/renderer/components/transcript/rows/row'
import { describe, expect, it } from 'vitest'
import { findRow, findTextRanges, openFold } from '../../../../src/renderer/components/transcript/reveal/useReveal'
import { findMatches, toLiteralPattern } from '../../../../src/shared/search/plainSearch'

function makePage(html: string): HTMLElement {
  const root = document.createElement('article')
  root.innerHTML = html
  return root
}

function findTexts(html: string, text: string): string[] {
  return findTextRanges(makePage(html), drawn => findMatches(drawn, toLiteralPattern(text)!)).map(String)
}

describe('a revealed text', () => {
  it('is highlighted across the elements of a line, and not across blocks', () => {
    expect(findTexts('<p>call <code>retry</code>() twice</p>', 'retry() twice')).toEqual(['retry() twice'])
    expect(findTexts('<p>one</p><p>two</p>', 'onetwo')).toEqual([])
    expect(findTexts('<p>one</p><p>two</p>', 'o')).toEqual(['o', 'o'])
    expect(findTexts('<span class="unseen">hidden word</span><p>word</p>', 'word')).toEqual(['word'])
  })

  it('is in the first changed line rather than in the lines around it', () => {
    const makeLine = (kind: string, text: string): string => `<span class="line" data-kind="${kind}">${text}</span>`
    const diff = `<pre>${makeLine('context', 'word one')}\n${makeLine('removed', 'word two')}\n${makeLine('added', 'word three')}</pre>`
    expect(findTexts(diff, 'word ').length).toBe(3)
    expect(findTexts(diff, 'word t')).toEqual(['word t', 'word t'])
    const [first] = findTextRanges(makePage(diff), drawn => findMatches(drawn, toLiteralPattern('word')!))
    expect(first!.startContainer.textContent).toBe('word two')
  })

  it('is unfolded fold by fold, and more of long content is drawn', () => {
    const folds = '<details><summary>more</summary></details><button class="title" aria-expanded="false"></button>'
    const root = makePage(`${folds}<button data-hidden></button>`)
    const clicked: string[] = []
    root.addEventListener('click', ({ target }) => clicked.push((target as HTMLElement).tagName))
    const opened = new Set<Element>()
    for (let fold = 0; fold < 4; fold++)
      expect(openFold(root, opened)).toBe(true)
    expect(clicked).toEqual(['SUMMARY', 'BUTTON', 'BUTTON', 'BUTTON'])
    expect(openFold(makePage('<p>plain</p>'), opened)).toBe(false)
  })

  it('is found in its row, at the call that a question was about, or behind a fold', () => {
    const makeEntry = (id: string) => ({ id })
    const rows = [
      { kind: 'entry', id: 'u', entry: makeEntry('u'), questions: [] },
      { kind: 'worked', id: 'worked e', isOpen: false, turn: { entries: [makeEntry('c'), makeEntry('q')] } },
      { kind: 'entry', id: 'a', entry: makeEntry('a'), questions: [makeEntry('p')] },
    ] as unknown as Row[]
    expect(findRow(rows, 'a')).toEqual({ index: 2, entryId: 'a' })
    expect(findRow(rows, 'p')).toEqual({ index: 2, entryId: 'a' })
    expect(findRow(rows, 'c')).toEqual({ foldedIn: 'worked e' })
    expect(findRow(rows, 'nowhere')).toBeUndefined()
  })
})
