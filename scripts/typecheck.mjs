// npm run typecheck: each part with what its tsconfig.json allows. The native compiler knows no components: the window has
// a script of its own.
import process from 'node:process'
import { runSteps, summarize } from './runSteps.mjs'

// A quarter of the native compiler's time would go to collecting garbage often.
process.env.GOGC ??= '400'

// By its path: the older compiler, which parses components, has the same name. One checker: each further one works out the
// types it meets anew, which takes twice the processor's time.
const native = 'node node_modules/typescript-7/bin/tsc --checkers 1'
/** With room for what is short-lived: collecting it takes a tenth of its time otherwise. */
const ofComponents = 'node --max-semi-space-size=64 scripts/typecheckComponents.mjs'
summarize(await runSteps([
  [{ name: 'src/renderer', command: ofComponents }],
  ['src/shared', 'src/main', 'src/preload', 'test'].map(project => ({ name: project, command: `${native} -p ${project}` })),
]))
