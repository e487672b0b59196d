import { it } from 'vitest'
import { keepsWhatWasTyped } from './typedThenKilled'

it('restores typed text, however often Parley is killed', () => keepsWhatWasTyped({ kills: 40 }))
