// Sends git to a folder with settings of its own by a `.git` file.
import { plant, runsCode } from './plant.ts'

plant('gitFile', 'git status', {
  'sub/.git': 'gitdir: ../data\n',
  'data/HEAD': 'ref: refs/heads/main\n',
  'data/objects/x': '',
  'data/refs/x': '',
  'data/config': runsCode,
}, 'sub')
