import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { splitCommand } from '../../../src/main/rules/shell/splitCommand'
import { starsSkipHidden } from '../../../src/main/threads/permission/rules/hiddenStars'
import { temporaryFolder } from '../../support/temporaryFolder'

it('a star matches hidden names if the line, the environment or a startup file may have enabled that', () => {
  const home = temporaryFolder()
  const skips = (line: string, env: Record<string, string> = {}): boolean =>
    starsSkipHidden(splitCommand(line).parts, { home, env, system: join(home, 'etc') })
  expect(['cat *', 'bash -c "cat *"', 'cd src && rm *.o'].map(line => skips(line))).toEqual([true, true, true])
  const lines = ['set -4; cat *', 'setopt globdots; cat *', 'emulate csh; cat *', 'bash -O dotglob -c "cat *"', 'env zsh -4 -c "cat *"']
  for (const line of lines)
    expect(skips(line), line).toBe(false)
  for (const name of ['GLOBIGNORE', 'BASH_ENV', 'BASHOPTS'])
    expect(skips('cat *', { [name]: 'x' }), name).toBe(false)
  mkdirSync(join(home, 'z'))
  writeFileSync(join(home, 'z/.zshrc'), 'setopt GLOB_DOTS\n')
  expect([skips('cat *'), skips('cat *', { ZDOTDIR: join(home, 'z') })]).toEqual([true, false])
  mkdirSync(join(home, 'etc/zsh'), { recursive: true })
  writeFileSync(join(home, 'etc/zsh/zshenv'), 'setopt globdots\n')
  expect(skips('cat *')).toBe(false)
  writeFileSync(join(home, 'etc/zsh/zshenv'), '')
  expect(skips('cat *')).toBe(true)
  mkdirSync(join(home, '.profile')) // cannot be read
  expect(skips('cat *')).toBe(false)
  rmdirSync(join(home, '.profile'))
  writeFileSync(join(home, '.bashrc'), 'shopt -s nullglob dotglob\n')
  expect(skips('cat *')).toBe(false)
})
