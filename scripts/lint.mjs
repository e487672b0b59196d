// npm run lint: the whole project, or the named files. Oxlint checks scripts, ESLint templates, Stylelint styles.
import process from 'node:process'
import { runSteps, summarize } from './runSteps.mjs'

const named = process.argv.slice(2)
const isWhole = named.length === 0
const components = named.filter(path => path.endsWith('.vue'))
const styleFiles = isWhole
  ? ['"src/renderer/**/*.{vue,css}"']
  : named.filter(path => /^src\/renderer\/.*\.(?:vue|css)$/.test(path))

// For rules that need types, Oxlint starts a Go program. Its threads duplicate work, and a single one is still faster
// than the rules written in JavaScript.
process.env.GOMAXPROCS ??= '1'
// Otherwise it would spend a quarter of its time on garbage collection.
process.env.GOGC ??= '400'

/** A large young generation, for the same reason. */
const oxlint = 'node --max-semi-space-size=64 node_modules/oxlint/bin/oxlint'

const eslint = 'eslint --max-warnings 0 --cache --cache-location node_modules/.cache/eslint/'
const componentSteps = [
  { name: 'types in components', command: `node scripts/lintComponents.mjs ${components.join(' ')}` },
  { name: 'templates', command: `${eslint} ${isWhole ? '"**/*.vue"' : components.join(' ')}` },
]
summarize(await runSteps([[
  { name: 'scripts', command: `${oxlint} --no-error-on-unmatched-pattern ${named.join(' ')}` },
  ...isWhole || components.length > 0 ? componentSteps : [],
  ...styleFiles.length === 0 ? [] : [{ name: 'styles', command: `stylelint ${styleFiles.join(' ')}` }],
]]))
