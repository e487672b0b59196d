import { expect, it } from 'vitest'
import { listClaimedChanges } from '../../../src/shared/toolCall/claimedChanges'
import { getInputFacts } from '../../../src/shared/toolCall/inputFacts'
import { parseApplyPatch, parseUnifiedPatch } from '../../../src/shared/toolCall/patchedChanges'

const path = '/work/src/a.ts'
const hunk = '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n'

it.each([
  ['of git', `\ndiff --git a/work/src/a.ts b/work/src/a.ts\nindex 0..0 100644\n--- a/work/src/a.ts\n+++ b/work/src/a.ts\n${hunk}`],
  ['of diff', `Index: ${path}\n======\n--- ${path}\t(old)\n+++ ${path}\t(new)\n${hunk}\\ No newline at end of file\n`],
  ['without a header', hunk.replaceAll('\n', '\r\n')],
])('reads the changes of a patch %s', (_, patch) => {
  expect(parseUnifiedPatch(path, patch)).toEqual([{ path, oldText: 'one\ntwo\nthree', newText: 'one\nTWO\nthree' }])
})

it('treats a patch against nothing as the whole file', () => {
  const patch = `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,2 @@\n+a\n+b\n`
  expect(parseUnifiedPatch(path, patch)).toEqual([{ path, newText: 'a\nb\n', isWhole: true }])
})

it.each([
  ['another file', `--- a/src/b.ts\n+++ b/src/b.ts\n${hunk}`],
  ['two files', `--- ${path}\n+++ ${path}\n${hunk}--- b.ts\n+++ b.ts\n${hunk}`],
  ['a deleted file', `--- ${path}\n+++ /dev/null\n${hunk}`],
  ['a sentence', `Please run this\n${hunk}`],
  ['a line inserted without context', '@@ -10,0 +11,1 @@\n+new\n'],
  ['a file that becomes executable', `new file mode 100755\n--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+a\n`],
  ['a link', `new file mode 120000\n--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+/etc/passwd\n`],
  ['only blank context', '@@ -3,1 +3,2 @@\n \n+x\n'],
  ['fewer lines than it says', '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n'],
  ['more lines than it says', `${hunk}+more\n`],
  ['no content', ''],
])('does not interpret a patch with %s', (_, patch) => {
  expect(parseUnifiedPatch(path, patch)).toBeUndefined()
})

it('lists a change only once if both a diff and a patch contain it', () => {
  const diff = { type: 'diff' as const, path, oldText: 'two', newText: 'TWO' }
  const input = { filepath: path, diff: hunk }
  expect(listClaimedChanges({ content: [diff] }, { input })).toHaveLength(1)
  expect(listClaimedChanges({ content: [] }, { input })).toEqual([{
    path,
    oldText: 'one\ntwo\nthree',
    newText: 'one\nTWO\nthree',
  }])
  expect(listClaimedChanges({ content: [{ ...diff, newText: 'other' }] }, { input })).toHaveLength(2)
})

it('reads the changes of several files passed to apply_patch', () => {
  const patch = [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@ class A',
    ' one',
    '-two',
    '+TWO',
    '@@',
    '-four',
    '+FOUR',
    '*** End of File',
    '*** Add File: b.ts',
    '+new',
    '*** End Patch',
  ].join('\n')
  expect(parseApplyPatch(`${patch}\n`)).toEqual([
    { path, oldText: 'one\ntwo', newText: 'one\nTWO' },
    { path, oldText: 'four', newText: 'FOUR' },
    { path: 'b.ts', newText: 'new\n', isWhole: true },
  ])
  expect(listClaimedChanges({ content: [] }, { input: { input: patch } })).toHaveLength(3)
  expect(parseApplyPatch(patch.replace('*** Add File: b.ts', '*** Add File: .bashrc\n*** Add File: b.ts')))
    .toContainEqual({ path: '.bashrc', newText: '', isWhole: true })
  expect(parseApplyPatch(patch.replace('*** Add File: b.ts', '*** Update File: c.ts\n*** Add File: b.ts'))).toBeUndefined()
  for (const line of ['*** Delete File: c.ts', '*** Move to: c.ts', 'words', '@@'])
    expect(parseApplyPatch(patch.replace('+new', line)), line).toBeUndefined()
})

it('finds the files of a list that contains only their paths', () => {
  const getFacts = (files: unknown) => getInputFacts({ files })
  expect(getFacts([{ path: '/a' }, { path: '/b' }])).toMatchObject({ paths: ['/a', '/b'], further: [] })
  for (const files of [[{ path: '/a', text: 'x' }], [{ path: '/a' }, 3], [], 'a'])
    expect(getFacts(files)).toMatchObject({ paths: [], further: [{ name: 'files' }] })
})
