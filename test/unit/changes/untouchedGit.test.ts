import { expect, it } from 'vitest'
import { checkGitIsUntouched, createRepository } from './untouchedGit'

// Twenty turns are in review.slow.test.ts.
it('leaves a repository byte-identical while turns are reviewed and restored', () => checkGitIsUntouched({ turns: 4 }))

it('treats a changed line of a file with converted line endings as one hunk, and restores its bytes', () => {
  const { folder, git } = createRepository()
  git('config', 'core.autocrlf', 'true')
  const text = 'one\r\ntwo\r\nthree\r\n'
  folder.others(() => {
    folder.write('.gitattributes', '*.txt text eol=crlf\r\n')
    folder.write('file.txt', text)
  })
  git('add', '.')
  git('commit', '-qm', 'converted')
  folder.turn('A', 'p', () => folder.write('file.txt', text.replace('two', '2')))
  expect(folder.files()).toMatchObject([{ added: 1, removed: 1 }])
  folder.decide('reject', 'file.txt', { hunks: [0] })
  expect(folder.text('file.txt')).toBe(text)
})

it('restores files that an agent stashed', () => {
  const { folder, git } = createRepository()
  folder.others(() => {
    folder.write('staged.txt', 'worked on\n')
    folder.write('untracked.txt', 'mine\n')
  })
  folder.turn('A', 'p', () => git('stash', '-q', '-u'))
  expect(folder.restore('p')).toMatchObject({ done: 2, left: [] })
  expect([folder.text('staged.txt'), folder.text('untracked.txt')]).toEqual(['worked on\n', 'mine\n'])
})
