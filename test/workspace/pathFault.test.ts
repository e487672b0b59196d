import { describe, expect, it } from 'vitest'
import { pathFault } from '../../src/main/workspace/pathFault'

describe('paths on Windows', () => {
  it('may name files on a drive', () => {
    for (const path of ['C:\\work\\a.txt', 'c:/work/a.txt', 'D:\\con-fig\\com10.txt', 'C:\\a\\..\\b'])
      expect(pathFault(path, 'win32'), path).toBeUndefined()
  })

  it('may not name shares, devices, streams, or names that Windows changes', () => {
    const paths = ['\\\\server\\share\\a', '\\\\?\\C:\\a', '\\\\.\\pipe\\a', 'C:a.txt', '\\a.txt', 'C:\\a.txt:stream', 'C:\\NUL', 'C:\\a\\con.txt', 'C:\\COM¹.log', 'C:\\lpt9', 'C:\\CONIN$', 'C:\\a.', 'C:\\a \\b']
    expect(paths.filter(path => pathFault(path, 'win32') === undefined)).toEqual([])
  })
})
