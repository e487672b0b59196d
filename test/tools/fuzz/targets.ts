import type { FuzzTarget } from './target'
import { bundle } from './targets/bundle'
import { guard } from './targets/guard'
import { reducer } from './targets/reducer'
import { settings } from './targets/settings'
import { terminal } from './targets/terminal'
import { wire } from './targets/wire'

export const targets: readonly FuzzTarget[] = [wire, reducer, guard, terminal, settings, bundle]
