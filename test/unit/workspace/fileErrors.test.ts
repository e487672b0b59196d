import { describe, expect, it } from 'vitest'
import {
  createDeniedError,
  createNotFoundError,
  createOutsideError,
  createTooLargeError,
  FileError,
  toFileError,
  toJsonRpcCode,
} from '../../../src/main/workspace/fileErrors'

describe('file errors', () => {
  it('have the codes and messages that agents expect', () => {
    const told = [
      createOutsideError(),
      createNotFoundError('/a'),
      createTooLargeError(7),
      createDeniedError('/a'),
    ].map(error => [
      toJsonRpcCode(error),
      error.message,
    ])
    expect(told).toEqual([
      [-32602, 'File access denied: path outside workspace'],
      [-32002, 'File not found: /a'],
      [-32602, 'File too large (7 bytes)'],
      [-32603, 'Permission denied: /a'],
    ])
  })

  it('convert system errors', () => {
    const kinds = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ELOOP', 'EISDIR', 'ENAMETOOLONG', 'EIO'].map(
      code => toFileError(Object.assign(new Error('system'), { code }), '/a').kind,
    )
    expect(kinds).toEqual(['not_found', 'denied', 'denied', 'denied', 'outside', 'not_file', 'invalid', 'invalid'])
    const own = new FileError('not_text', 'as it is')
    expect(toFileError(own, '/a')).toBe(own)
  })
})
