// npm run typecheck: each part with what its tsconfig.json allows. What was checked is kept in node_modules/.cache/types.
import { runSteps, summarize } from './runSteps.mjs'

const step = (command, project) => ({ name: project, command: `${command} -p ${project}` })
summarize(await runSteps([
  [step('vue-tsc', 'test')],
  [step('vue-tsc', 'src/renderer'), step('tsc', 'src/main'), step('tsc', 'src/shared'), step('tsc', 'src/preload')],
]))
