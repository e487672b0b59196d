import { it } from 'vitest'
import { keepsWhatWasTyped } from './typedThenKilled'

it('restores typed text after it was killed', () => keepsWhatWasTyped({ kills: 1 }))
