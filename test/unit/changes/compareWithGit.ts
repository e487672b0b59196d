import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { mergeThreeWay } from '../../../src/shared/changes/merge3'
import { temporaryFolder } from '../../support/temporaryFolder'
import { createRandom, editRandomly, pickBetween } from './randomTexts'

/** Merges random texts; fails if `git merge-file` merges them to another text. Counts the outcomes. */
export function compareWithGit(rounds: number): { equal: number, conflicts: number, differ: number } {
  const random = createRandom(7)
  const folder = temporaryFolder()
  const [ourFile, baseFile, theirFile] = [join(folder, 'ours'), join(folder, 'base'), join(folder, 'theirs')]
  const found = { equal: 0, conflicts: 0, differ: 0 }
  for (let round = 0; round < rounds; round++) {
    let word = 0
    const base = Array.from({ length: pickBetween(random, 0, 30) }, () => `${pickBetween(random, 0, 40)}\n`).join('')
    const ours = editRandomly(random, base, () => `our ${round} ${word++}`)
    const theirs = random() < 0.1 ? ours : editRandomly(random, base, () => `their ${round} ${word++}`)
    const merged = mergeThreeWay({ base, ours, theirs })
    writeFileSync(ourFile, ours)
    writeFileSync(baseFile, base)
    writeFileSync(theirFile, theirs)
    const git = spawnSync('git', ['merge-file', '-p', ourFile, baseFile, theirFile], { encoding: 'utf8' })
    if (git.status !== 0 || merged.conflicts.length > 0)
      found[git.status !== 0 && merged.conflicts.length > 0 ? 'conflicts' : 'differ']++
    else if (merged.text === git.stdout)
      found.equal++
    else
      expect({ base, ours, theirs, text: merged.text }).toEqual({ base, ours, theirs, text: git.stdout })
  }
  return found
}
