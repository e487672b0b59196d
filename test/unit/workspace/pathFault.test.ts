import { describe, expect, it } from 'vitest'
import { findPathFault, hasFolderEnding, hasHiddenClimb, isParentSegment } from '../../../src/main/workspace/pathFault'

describe('paths on Windows', () => {
  it('may name files on a drive', () => {
    for (const path of [
      'C:\\work\\a.txt',
      'c:/work/a.txt',
      'D:\\con-fig\\com10.txt',
      'C:\\console\\nullable.ts',
      'C:\\auxiliary.c',
      'C:\\a~1.txt',
      'C:\\a b\\ä.txt',
      'C:\\comé',
      'C:\\a\\..\\b',
    ])
      expect(findPathFault(path, 'win32'), path).toBeUndefined()
  })

  it('may not name shares, devices, streams, or names that Windows changes', () => {
    const paths = [
      '//server/share/a',
      '\\\\?\\UNC\\server\\share',
      '//?/C:/a',
      '\\\\.\\PhysicalDrive0',
      '\\??\\C:\\a',
      '/c/a',
      'C:',
      'c:a\\b',
      'C:\\a:$DATA',
      'C:\\.git::$INDEX_ALLOCATION\\config',
      'C:\\a\\C:\\b',
      'C:\\con ',
      'C:\\con .txt',
      'C:\\AUX.tar.gz\\a',
      'C:\\prn',
      'C:\\CONOUT$',
      'C:\\com²',
      'C:\\LPT³.txt',
      'C:\\com0',
      'C:\\.git.\\config',
      'C:\\.git \\config',
      'C:\\a\\...',
      '\\\\server\\share\\a',
      '\\\\?\\C:\\a',
      '\\\\.\\pipe\\a',
      'C:a.txt',
      '\\a.txt',
      'C:\\a.txt:stream',
      'C:\\NUL',
      'C:\\a\\con.txt',
      'C:\\COM¹.log',
      'C:\\lpt9',
      'C:\\CONIN$',
      'C:\\a.',
      'C:\\a \\b',
    ]
    expect(paths.filter(path => findPathFault(path, 'win32') === undefined)).toEqual([])
  })
})

describe('the text of a path', () => {
  it('is rejected on every platform unless it is absolute and well-formed', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const path of [
        '',
        'a',
        './a',
        '../a',
        '~',
        '$HOME',
        'file:///a',
        `C:\\a\0`,
        '/a\0',
        '/\uD800',
        'C:\\\uDC00',
        `/${'x'.repeat(4096)}`,
        `C:\\${'x'.repeat(4096)}`,
        undefined,
        null,
        7,
        ['/a'],
        {},
      ])
        expect(findPathFault(path, platform), String(path)).toBeDefined()
    }
  })

  it('may contain any character that is valid in a name on Linux and macOS', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      for (const path of ['/a:b', '/con', '/a\\b', '/a%2e', '/a.', '/a ', '/a\nb', '/ä/日本', '//server/share'])
        expect(findPathFault(path, platform), path).toBeUndefined()
    }
  })

  it('reveals parent segments, even encoded, and trailing slashes', () => {
    for (const path of ['/a/../b', 'C:\\a\\..\\b', '/a/%2e%2e/b', '/a/.%2E/b', '/a\\..\\b'])
      expect(isParentSegment(path), path).toBe(true)
    for (const path of ['/a/...', '/a..b', '/..a', '/a/%2e', '/a%2f..%2fb'])
      expect(isParentSegment(path), path).toBe(false)
    expect(hasHiddenClimb('/a/../b', 'linux')).toBe(false)
    expect(hasHiddenClimb('/a\\..\\b', 'linux')).toBe(true)
    expect(hasHiddenClimb('C:\\a\\..\\b', 'win32')).toBe(false)
    expect(hasHiddenClimb('C:\\a\\%2e%2e\\b', 'win32')).toBe(true)
    for (const path of ['/a/', '/a/.', '/a/..', 'C:\\a\\'])
      expect(hasFolderEnding(path), path).toBe(true)
    expect(hasFolderEnding('/a/b.')).toBe(false)
  })
})
