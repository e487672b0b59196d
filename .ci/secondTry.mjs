// Reads the log of a run whose tests failed, and prints the commands that run the failed files once more, one file
// each. Prints nothing where that would hide something: another step failed, too many files did, or a file whose
// failure is never an accident.
import { readFileSync } from 'node:fs'

const maxFiles = 3
/** Damage to what a person has, or an attack that got through: there one failure is one too many. */
const never = /\/hostile\/|crash|changes/i
const log = readFileSync(0, 'utf8').replace(/\x1B\[[0-9;]*m/g, '')

/** What each kind of test is called in the log, and how one of its files is run alone. */
const kinds = [
  { step: 'unit', isOne: file => /(?<!\.slow)\.test\.ts$/.test(file), command: file => `npx vitest run ${file}` },
  { step: 'slow unit', isOne: file => file.endsWith('.slow.test.ts'), command: file => `npx vitest run --mode slow ${file}` },
  { step: 'e2e', isOne: file => file.startsWith('test/e2e/'), command: file => `npx playwright test --retries 0 ${file}` },
  {
    step: 'slow e2e',
    isOne: file => file.startsWith('test/e2e/'),
    command: file => `env PARLEY_TEST_SLOW=1 npx playwright test --retries 0 ${file}`,
  },
  { step: 'agents', isOne: file => file.startsWith('test/e2e-agents/'), command: file => `npm run test:agents -- ${file}` },
]

const files = [...new Set([...vitestFailures(), ...playwrightFailures()])]
const steps = failedSteps()
const failedKinds = kinds.filter(({ step }) => steps.includes(step))
const isExplained = failedKinds.length === steps.length && failedKinds.every(({ isOne }) => files.some(isOne))
const mayBeAccident = files.length <= maxFiles && !files.some(file => never.test(file)) && !/Unhandled (?:Errors|Rejection)/.test(log)
if (steps.length > 0 && isExplained && mayBeAccident) {
  for (const file of files)
    console.log(failedKinds.findLast(({ isOne }) => isOne(file)).command(file))
}

/** The names of steps as the runner's last line gives them; the agents' run has none. */
function failedSteps() {
  const named = [...log.matchAll(/^== Failed: (.+)$/gm)].flatMap(([, names]) => names.split(', '))
  const ended = [...log.matchAll(/^== (npm .+) took \d+ s and ended with (\d+)$/gm)].filter(([, , code]) => code !== '0')
  return [...new Set(named), ...ended.flatMap(([, step, code]) =>
    step === 'npm run test:agents' ? code === '75' ? [] : ['agents'] : /^npm (?:test|run test:slow)$/.test(step) ? [] : [step])]
}

/** ` FAIL   process  test/host/life.test.ts > ends its agents` */
function vitestFailures() {
  return [...log.matchAll(/^ *FAIL .*?(test\/\S+\.test\.ts)/gm)].map(([, file]) => file)
}

/** The lines below `  2 failed`: `    [web] › test/e2e/start.spec.ts:5:1 › opens …` */
function playwrightFailures() {
  return [...log.matchAll(/^ +\d+ failed\n((?: +\[\w+\] › .*\n)+)/gm)].flatMap(([, lines]) =>
    [...lines.matchAll(/› (test\/\S+\.spec\.ts)/g)].map(([, file]) => file))
}
