// Lets a repository take its settings from elsewhere by `commondir`.
import { plant, runsCode } from './plant.ts'

plant('commondir', 'git status', {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/commondir': '../data\n',
  'data/objects/x': '',
  'data/refs/x': '',
  'data/config': runsCode,
})
