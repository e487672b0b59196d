import { describe, expect, it } from 'vitest'
import { foldName, hasResolvedShortName } from '../../../src/main/workspace/pathFault'

describe('Windows short names', () => {
  it('are rejected if they refer to another name', () => {
    expect(hasResolvedShortName('C:\\work\\GIT~1\\config', 'C:\\work\\.git\\config', 'win32')).toBe(true)
    expect(hasResolvedShortName('C:\\PROGRA~1\\a.txt', 'C:\\Program Files\\a.txt', 'win32')).toBe(true)
    expect(hasResolvedShortName('C:\\work\\READM~12.TXT', 'C:\\work\\readme-of-all.txt', 'win32')).toBe(true)
  })

  it('are accepted if they are the real names, in any case, and on other platforms', () => {
    expect(hasResolvedShortName('C:\\work\\abc~1.txt', 'C:\\work\\ABC~1.TXT', 'win32')).toBe(false)
    expect(hasResolvedShortName('C:\\work\\backup~.txt', 'C:\\work\\other', 'win32')).toBe(false)
    expect(hasResolvedShortName('C:\\work\\a-long-name~1.txt', 'C:\\work\\other', 'win32')).toBe(false)
    expect(hasResolvedShortName('/work/GIT~1/config', '/work/.git/config', 'linux')).toBe(false)
  })
})

it('compares names like volumes that ignore case and Unicode form', () => {
  for (const [one, other] of [
    ['README', 'readme'],
    ['caf\u00E9', 'CAFE\u0301'],
    ['\uFF47\uFF49\uFF54', 'git'],
    ['\u212A', 'k'],
    ['ﬁle', 'FILE'],
  ])
    expect(foldName(one!), one).toBe(foldName(other!))
  expect(foldName('cafe')).not.toBe(foldName('café'))
})
