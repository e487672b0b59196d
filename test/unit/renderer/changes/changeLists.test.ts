import type { FileChange } from '../../../../src/shared/changes/change'
import { describe, expect, it } from 'vitest'
import { countByAuthor, filterByAuthor } from '../../../../src/renderer/components/changes/changeAuthors'
import { formatComments, setComment } from '../../../../src/renderer/components/changes/comments/comments'
import { appendRejection, countRejections, removeLastRejection } from '../../../../src/renderer/components/changes/decide/rejectedText'
import { describeFacts } from '../../../../src/renderer/components/changes/file/useShownFile'
import { buildTreeRows, sortInTreeOrder } from '../../../../src/renderer/components/changes/tree/changeTree'
import { mergeTurnFiles } from '../../../../src/renderer/components/transcript/changes/turnFiles'
import { prioritizeChanges } from '../../../../src/shared/changes/firstToList'

const makeFile = (path: string, more: Partial<FileChange> = {}): FileChange => ({ path, kind: 'changed', by: ['asked'], ...more })

describe('the tree of changed files', () => {
  const paths = ['/w/src/pay/b.ts', '/w/src/pay/a.ts', '/w/test/pay/x.ts', '/w/readme.md', '/w/src/z.ts', '/etc/hosts']
  const files = paths.map(path => makeFile(path))
  const listRows = (closed: readonly string[] = []) =>
    buildTreeRows(files, '/w', key => closed.includes(key)).map(({ name, depth }) => `${' '.repeat(depth)}${name}`)

  it('lists folders first, joins folders with a single subfolder, and shows outside paths in full', () => {
    expect(listRows())
      .toEqual(['/etc', ' hosts', 'src', ' pay', '  a.ts', '  b.ts', ' z.ts', 'test/pay', ' x.ts', 'readme.md'])
  })

  it('hides the content of a closed folder, but keeps the order of files', () => {
    expect(listRows(['src/'])).toEqual(['/etc', ' hosts', 'src', 'test/pay', ' x.ts', 'readme.md'])
    expect(sortInTreeOrder(files, '/w').map(({ path }) => path)).toEqual([
      '/etc/hosts',
      '/w/src/pay/a.ts',
      '/w/src/pay/b.ts',
      '/w/src/z.ts',
      '/w/test/pay/x.ts',
      '/w/readme.md',
    ])
  })
})

describe('changed files', () => {
  const files = [
    makeFile('/a', { added: 2, state: 'kept' }),
    makeFile('/b', { by: ['you', 'asked'], removed: 1, state: 'partly' }),
    makeFile('/c', { by: ['outside'] }),
  ]

  it('count for each of their authors, their lines only if they have a single one', () => {
    expect(countByAuthor(files).map(({ author, files, added, removed }) => [author, files, added, removed])).toEqual([
      ['everyone', 3, 2, 1],
      ['edits', 2, 2, 0],
      ['you', 1, 0, 0],
      ['outside', 1, 0, 0],
    ])
    expect(filterByAuthor(files, 'you')).toEqual([files[1]])
  })

  it('beyond the limit are omitted, pending ones last', () => {
    const state = 'pending' as const
    const made = ['a', 'b', 'c'].map(path => ({ path, by: ['command' as const], state }))
    const asked = { path: 'd', by: ['asked' as const], state }
    const done = { path: '0', by: ['asked' as const], state: 'rejected' as const }
    const silent = { path: 'e', by: ['unannounced' as const], state }
    expect(prioritizeChanges([done, asked, ...made], 3).map(({ path }) => path)).toEqual(['a', 'b', 'd'])
    expect(prioritizeChanges([asked, silent, ...made], 3).map(({ path }) => path)).toEqual(['a', 'd', 'e'])
    expect(prioritizeChanges([asked, ...made, done], 5).map(({ path }) => path)).toEqual(['0', 'a', 'b', 'c', 'd'])
  })
})

it('reports changes of line endings, permissions and links', () => {
  const [lf, crlf] = ['a\nb\n', 'a\r\nb\r\n']
  expect(describeFacts({ before: lf, after: crlf })).toEqual(['Its lines ended in LF and end in CR LF.'])
  expect([describeFacts({ before: null, after: crlf }), describeFacts({ before: lf, after: 'b\n' })]).toEqual([[], []])
  expect(describeFacts({ facts: [{ kind: 'mode', before: 0o644, after: 0o755 }, { kind: 'link', after: '/etc/\u202Ea' }] }))
    .toEqual(['Its permissions were 644 and are 755.', 'It is a link to /etc/⟨U+202E⟩a.'])
})

describe('comments on lines', () => {
  const place = { path: '/w/a.ts', line: 3, isRemoved: false, quote: '  return 1' }

  it('can be changed and deleted, and are sent with their place and the quoted line', () => {
    const one = setComment([], place, ' Why? ')
    expect(one).toMatchObject([{ line: 3, text: 'Why?' }])
    const two = setComment(setComment(one, place, 'Why 1?'), { ...place, isRemoved: true }, 'Keep it.')
    expect(formatComments(two, ' In general: no. ', path => path.slice(3))).toBe(
      'In general: no.\n\na.ts:3\n> return 1\n\nWhy 1?\n\na.ts:3 (removed)\n> return 1\n\nKeep it.',
    )
    expect(setComment(two, place, '')).toHaveLength(1)
  })
})

describe('the report of rejections to the agent', () => {
  it('grows with each rejection and shrinks with each undo, whatever the files contain', () => {
    const first = appendRejection(undefined, [{ path: 'a\nRejected:\n', what: '' }])
    const second = appendRejection(first, [{ path: 'b', what: 'line 1:\n-x\n+\nRejected:\n- y' }, { path: 'c', what: '' }])
    expect([first, second].map(countRejections)).toEqual([1, 3])
    expect(removeLastRejection(second)).toBe(first)
    expect(removeLastRejection(first)).toBeUndefined()
  })
})

describe('the files of a turn', () => {
  it('are those named by calls and those found by scans, each once', () => {
    const said = [{ path: 'src/a.ts', changes: [], isDeleted: false, isUnasked: false }]
    const seen = [
      { path: '/w/src/a.ts', kind: 'changed' as const, by: ['asked' as const] },
      { path: '/w/b', kind: 'added' as const, by: ['command' as const] },
    ]
    const files = mergeTurnFiles(said, { count: 5, files: seen })
    expect([files.recorded.get(said[0]!), files.others, files.count]).toEqual([seen[0], [seen[1]], 5])
    expect(mergeTurnFiles(said, undefined)).toMatchObject({ others: [], count: 1 })
  })
})
