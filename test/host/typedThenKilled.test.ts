import { it } from 'vitest'
import { keepsWhatWasTyped } from './typedThenKilled'

it('restores typed text after Parley was killed', () => keepsWhatWasTyped({ kills: 1 }))
