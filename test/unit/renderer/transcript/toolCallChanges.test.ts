import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PathButton from '../../../../src/renderer/components/paths/PathButton.vue'
import FileRow from '../../../../src/renderer/components/transcript/changes/FileRow.vue'
import { listToolCallChanges } from '../../../../src/renderer/components/transcript/changes/toolCallChanges'

const makeDiff = (path: string) => ({ type: 'diff', path, oldText: 'a', newText: 'b' }) as const

it.each([
  ['the only location with its name', 'index.ts', ['/work/src/server/index.ts'], '/work/src/server/index.ts'],
  [
    'the only location with its relative path',
    './server/index.ts',
    ['/work/src/server/index.ts', '/work/index.ts'],
    '/work/src/server/index.ts',
  ],
  ['the only location with its Windows path', 'server\\index.ts', ['C:\\work\\server\\index.ts'], 'C:\\work\\server\\index.ts'],
  ['its own path if no location has its name', 'index.ts', ['/work/my-index.ts'], 'index.ts'],
  ['its own path if several locations have its name', 'index.ts', ['/work/a/index.ts', '/work/b/index.ts'], 'index.ts'],
  ['its own path if that is absolute', '/index.ts', ['/work/index.ts'], '/index.ts'],
])('a change is at %s', (_, path, locations, meant) => {
  const content = [makeDiff(path)]
  const call = { content, locations: locations.map(path => ({ path, line: 7 })) }
  expect(listToolCallChanges(call)).toMatchObject([{ path: meant, oldText: 'a', newText: 'b' }])
  expect(listToolCallChanges(call)[0]).toBe(listToolCallChanges(call)[0])
  // Its line is that of the location.
  expect(listToolCallChanges(call)[0]?.firstLine).toBe(meant === locations[0] ? 7 : undefined)
})

it('does not link a bare file name', () => {
  for (const [path, isLink] of [['index.ts', false], ['src/index.ts', true], ['/work/index.ts', true]] as const) {
    const row = mount(FileRow, { props: { path, kind: 'changed', modelValue: false }, global: { stubs: { PathButton: true } } })
    expect(row.findComponent(PathButton).exists(), path).toBe(isLink)
    row.unmount()
  }
})
