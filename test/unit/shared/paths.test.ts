import { describe, expect, it } from 'vitest'
import { isWithin } from '../../../src/shared/paths'

describe('a path is in a folder', () => {
  it.each([
    ['/ws', '/ws', true],
    ['/ws/', '/ws', true],
    ['/ws/a/b', '/ws', true],
    ['/ws/a', '/ws/', true],
    ['/ws//a', '/ws', true],
    ['/a', '/', true],
    ['/', '/', true],
    ['/ws/./a', '/ws', true],
    ['/x/../ws/a', '/ws', true],
    ['/ws/../etc', '/ws', false],
    ['/ws/a/../../etc', '/ws', false],
    ['/../ws/a', '/ws', true],
    ['/ws-evil/a', '/ws', false],
    ['/w', '/ws', false],
    ['/WS/a', '/ws', false],
    ['/', '/ws', false],
    ['ws/a', '/ws', false],
    ['/ws/a', 'ws', false],
    ['ws/a', 'ws', true],
    ['a', '.', true],
    ['../a', '.', false],
    ['../../a', '..', false],
    // A backslash is a letter of a name.
    ['/ws\\evil', '/ws', false],
    ['/ws\\..\\etc', '/ws', false],
    ['/ws/a\\..\\..\\b', '/ws', true],
    ['/home\\ws/a', '/home/ws', false],
    ['C:\\ws\\a', 'C:\\ws', false],
  ])('on POSIX: %j in %j: %s', (path, folder, expected) => {
    expect(isWithin(path, folder, 'linux')).toBe(expected)
    expect(isWithin(path, folder, 'darwin')).toBe(expected)
  })

  it.each([
    ['C:\\ws', 'C:\\ws', true],
    ['C:\\ws\\a', 'C:\\ws', true],
    ['C:/ws/a', 'C:\\ws', true],
    ['C:\\ws\\a', 'C:\\ws\\', true],
    ['C:\\a', 'C:\\', true],
    ['C:\\ws\\..\\etc', 'C:\\ws', false],
    ['C:\\ws-evil', 'C:\\ws', false],
    ['C:\\WS\\a', 'C:\\ws', false],
    ['D:\\ws\\a', 'C:\\ws', false],
    ['C:ws\\a', 'C:\\ws', false],
    ['\\\\server\\share\\a', '\\\\server\\share', true],
    ['\\\\server\\other\\a', '\\\\server\\share', false],
    ['\\server\\share\\a', '\\\\server\\share', false],
  ])('on Windows: %j in %j: %s', (path, folder, expected) => {
    expect(isWithin(path, folder, 'win32')).toBe(expected)
  })
})
