import { describe, expect, it } from 'vitest'
import { MergeCache } from '../../../src/main/changes/review/mergeCache'

const megabyte = 1024 * 1024
const merged = (hash: string, size = megabyte) => ({ hash, bytes: Buffer.alloc(size), isWhole: true })

describe('the merge cache', () => {
  it('keep merges of earlier calls', () => {
    const merges = new MergeCache()
    merges.begin()
    merges.add('a', merged('made'))
    merges.begin()
    expect(merges.get('a')).toMatchObject({ hash: 'made', isWhole: true })
    expect(merges.get('b')).toBeUndefined()
  })

  it('evict only merges that the current call did not use when full', () => {
    const merges = new MergeCache()
    merges.begin()
    for (let each = 0; each < 64; each++)
      merges.add(`${each}`, merged('made'))
    merges.begin()
    merges.get('3')
    merges.add('new', merged('made'))
    expect(merges.get('3')).toBeDefined()
    expect(merges.get('new')).toBeDefined()
    expect(merges.get('4')).toBeUndefined()
  })

  it('stay within their limit', () => {
    const merges = new MergeCache()
    merges.begin()
    for (let each = 0; each < 64; each++)
      merges.add(`${each}`, merged('made'))
    merges.add('one too many', merged('made'))
    expect(merges.get('one too many')).toBeUndefined()
    expect(merges.get('0')).toBeDefined()
  })
})
