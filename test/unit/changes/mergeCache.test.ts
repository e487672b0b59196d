import { describe, expect, it } from 'vitest'
import { MergeCache } from '../../../src/main/changes/review/mergeCache'

const megabyte = 1024 * 1024
const makeMerge = (hash: string, size = megabyte) => ({ hash, bytes: Buffer.alloc(size), isWhole: true })

describe('the merge cache', () => {
  it('keeps merges of earlier calls', () => {
    const merges = new MergeCache()
    merges.begin()
    merges.add('a', makeMerge('made'))
    merges.begin()
    expect(merges.get('a')).toMatchObject({ hash: 'made', isWhole: true })
    expect(merges.get('b')).toBeUndefined()
  })

  it('evicts only merges that the current call did not use', () => {
    const merges = new MergeCache()
    merges.begin()
    for (let each = 0; each < 64; each++)
      merges.add(`${each}`, makeMerge('made'))
    merges.begin()
    merges.get('3')
    merges.add('new', makeMerge('made'))
    expect(merges.get('3')).toBeDefined()
    expect(merges.get('new')).toBeDefined()
    expect(merges.get('4')).toBeUndefined()
  })

  it('adds no merge beyond its limit if the current call uses all others', () => {
    const merges = new MergeCache()
    merges.begin()
    for (let each = 0; each < 64; each++)
      merges.add(`${each}`, makeMerge('made'))
    merges.add('one too many', makeMerge('made'))
    expect(merges.get('one too many')).toBeUndefined()
    expect(merges.get('0')).toBeDefined()
  })
})
