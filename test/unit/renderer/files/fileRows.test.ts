import type { FolderEntry } from '../../../../src/shared/contract/methods/fileMethods'
import { describe, expect, it } from 'vitest'
import { type FolderState, listFileRows } from '../../../../src/renderer/components/files/tree/fileRows'

function makeEntry(name: string, more: Partial<FolderEntry> = {}): FolderEntry {
  return { name, kind: name.endsWith('/') ? 'folder' : 'file', isIgnored: false, ...more }
}
function listFolder(path: string, names: readonly FolderEntry[], more: Partial<FolderState> = {}): [string, FolderState] {
  return [path, { path, entries: names.map(one => ({ ...one, name: one.name.replace('/', '') })), ...more }]
}

function drawRows({ folders, unfolded = [], roots = ['/w'], showsIgnored = true }: {
  folders: readonly (readonly [string, FolderState])[]
  unfolded?: readonly string[]
  roots?: readonly string[]
  showsIgnored?: boolean
}) {
  const { rows, shown } = listFileRows({
    roots: roots.map(path => ({ path, name: path.slice(1) })),
    folders: new Map(folders),
    isUnfolded: path => unfolded.includes(path),
    showsIgnored,
  })
  const text = rows.map(row => [
    '  '.repeat(row.depth),
    row.kind === 'folder' ? (row.isOpen ? '- ' : '+ ') : '',
    row.kind === 'note' ? `(${row.note}${row.why === undefined ? '' : `: ${row.why}`})` : row.name,
    ` ${row.place}/${row.count}`,
  ].join(''))
  return { text, shown, rows }
}

describe('the rows of the tree', () => {
  it('list the only folder and its expanded subfolders', () => {
    const folders = [
      listFolder('/w', [makeEntry('src/'), makeEntry('test/'), makeEntry('a.ts')]),
      listFolder('/w/src', [makeEntry('b.ts')]),
      listFolder('/w/test', [makeEntry('c.ts')]),
    ]
    const { text, shown, rows } = drawRows({ folders, unfolded: ['/w/src'] })
    expect(text).toEqual(['- src 1/3', '  b.ts 1/1', '+ test 2/3', 'a.ts 3/3'])
    expect(shown).toEqual(['/w', '/w/src'])
    expect(rows.map(({ key }) => key)).toEqual(['/w/src', '/w/src/b.ts', '/w/test', '/w/a.ts'])
  })

  it('begin with the folders themselves if there are several', () => {
    const folders = [listFolder('/w', [makeEntry('a.ts')]), listFolder('/x', [makeEntry('b.ts')])]
    expect(drawRows({ folders, roots: ['/w', '/x'], unfolded: ['/w'] }).text)
      .toEqual(['- w 1/2', '  a.ts 1/1', '+ x 2/2'])
  })

  it('explain missing entries', () => {
    const ignored = makeEntry('out/', { isIgnored: true })
    expect(drawRows({ folders: [] }).text).toEqual(['(loading) 1/1'])
    expect(drawRows({ folders: [listFolder('/w', [])] }).text).toEqual(['(empty) 1/1'])
    expect(drawRows({ folders: [listFolder('/w', [ignored])], showsIgnored: false }).text).toEqual(['(hidden) 1/1'])
    expect(drawRows({ folders: [listFolder('/w', [ignored])] }).text).toEqual(['+ out 1/1'])
    expect(drawRows({ folders: [['/w', { failed: 'It is gone.' }]] }).text).toEqual(['(failed: It is gone.) 1/1'])
    expect(drawRows({ folders: [listFolder('/w', [makeEntry('a.ts')], { isCut: true })] }).text)
      .toEqual(['a.ts 1/2', '(cut) 2/2'])
  })

  it('use the real paths of files behind a link, on each platform', () => {
    const [, state] = listFolder('/real', [makeEntry('a.ts')])
    expect(drawRows({ folders: [['/w', state]] }).rows[0]!.key).toBe('/real/a.ts')
    const windows = listFileRows({
      roots: [{ path: 'C:\\w', name: 'w' }],
      folders: new Map([listFolder('C:\\w', [makeEntry('a.ts')])]),
      isUnfolded: () => false,
      showsIgnored: true,
    })
    expect(windows.rows[0]!.key).toBe('C:\\w\\a.ts')
  })
})
