import { describe, expect, it } from 'vitest'
import { closeTab, keepTab, noTabs, openTab, parseTabs, renameTab, serializeTabs } from '../../../../src/renderer/composables/files/tabList'

const openTabs = (...paths: readonly string[]) => paths.reduce((list, path) => openTab(list, path), noTabs)

describe('the tab list', () => {
  it('opens a file to the right of the active one, and no file twice', () => {
    const list = openTab(openTab(openTabs('/a', '/b'), '/a'), '/c')
    expect(list).toEqual({ paths: ['/a', '/c', '/b'], active: '/c' })
    expect(openTab(list, '/b')).toEqual({ paths: ['/a', '/c', '/b'], active: '/b' })
  })

  it('previews files in one tab, until one is kept', () => {
    const looked = openTab(openTab(openTabs('/a'), '/b', true), '/c', true)
    expect(looked).toEqual({ paths: ['/a', '/c'], active: '/c', preview: '/c' })
    expect(openTab(keepTab(looked, '/c'), '/d', true)).toEqual({ paths: ['/a', '/c', '/d'], active: '/d', preview: '/d' })
    expect(openTab(looked, '/c')).toEqual({ paths: ['/a', '/c'], active: '/c' })
  })

  it('when the active file is closed, activates the next or, after the last, the previous one', () => {
    const list = openTab(openTabs('/a', '/b', '/c'), '/b')
    expect(closeTab(list, '/b').active).toBe('/c')
    expect(closeTab(openTab(list, '/c'), '/c').active).toBe('/b')
    expect(closeTab(list, '/a').active).toBe('/b')
    expect(closeTab(openTabs('/a'), '/a')).toEqual(noTabs)
  })

  it('identifies a file by its real path, and shows it in one tab', () => {
    expect(renameTab(openTabs('/link', '/b'), '/link', '/real')).toEqual({ paths: ['/real', '/b'], active: '/b' })
    expect(renameTab(openTab(openTabs('/real', '/b'), '/link'), '/link', '/real'))
      .toEqual({ paths: ['/real', '/b'], active: '/real' })
  })

  it('stores the last tabs, as many as fit', () => {
    const list = openTabs(...Array.from({ length: 30 }, (_, index) => `/${index}${'x'.repeat(300)}`))
    const kept = parseTabs(serializeTabs(list))
    expect(serializeTabs(list).length).toBeLessThanOrEqual(4_096)
    expect(kept.paths.length).toBeGreaterThan(5)
    expect(kept.paths.at(-1)).toBe(list.paths.at(-1))
    expect(kept.active).toBe(list.active)
  })

  it('ignores invalid stored data', () => {
    for (const text of ['', 'x', '[]', '{"paths":3}', '{"paths":[1,""]}'])
      expect(parseTabs(text).paths).toEqual([])
    expect(parseTabs('{"paths":["/a"],"active":"/gone"}')).toEqual({ paths: ['/a'], active: '/a' })
  })
})
