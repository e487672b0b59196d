// npm run lint: the whole project, or the named files. Oxlint checks scripts, ESLint templates, Stylelint styles.
import process from 'node:process'
import { runSteps, summarize } from './runSteps.mjs'

const named = process.argv.slice(2)
const isWhole = named.length === 0
const components = named.filter(path => path.endsWith('.vue'))
const styled = isWhole
  ? ['"src/renderer/**/*.{vue,css}"']
  : named.filter(path => /^src\/renderer\/.*\.(?:vue|css)$/.test(path))

// For the rules that need types Oxlint starts a program written in Go. Its threads repeat each other's work, and the
// rules written in JavaScript take longer than one thread of it does.
process.env.GOMAXPROCS ??= '1'
// A quarter of its time would go to collecting garbage often.
process.env.GOGC ??= '400'

/** With room for what is short-lived, for the same reason. */
const oxlint = 'node --max-semi-space-size=64 node_modules/oxlint/bin/oxlint'

const eslint = 'eslint --max-warnings 0 --cache --cache-location node_modules/.cache/eslint/'
const ofComponents = [
  { name: 'types in components', command: `node scripts/lintComponents.mjs ${components.join(' ')}` },
  { name: 'templates', command: `${eslint} ${isWhole ? '"**/*.vue"' : components.join(' ')}` },
]
summarize(await runSteps([[
  { name: 'scripts', command: `${oxlint} --no-error-on-unmatched-pattern ${named.join(' ')}` },
  ...isWhole || components.length > 0 ? ofComponents : [],
  ...styled.length === 0 ? [] : [{ name: 'styles', command: `stylelint ${styled.join(' ')}` }],
]]))
