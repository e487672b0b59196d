// npm run typecheck: checks each part with its own tsconfig.json. The native compiler does not support components, so
// the window has a separate script.
import process from 'node:process'
import { runSteps, summarize } from './runSteps.mjs'

// Otherwise the native compiler would spend a quarter of its time on garbage collection.
process.env.GOGC ??= '400'

// By path, because the older compiler, which parses components, has the same name. One checker, because each further one
// computes the same types again, which takes twice the CPU time.
const native = 'node node_modules/typescript-7/bin/tsc --checkers 1'
/** A large young generation: otherwise garbage collection takes a tenth of the time. */
const componentsCommand = 'node --max-semi-space-size=64 scripts/typecheckComponents.mjs'
summarize(await runSteps([
  [{ name: 'src/renderer', command: componentsCommand }],
  ['src/shared', 'src/main', 'src/preload', 'test'].map(project => ({ name: project, command: `${native} -p ${project}` })),
]))
