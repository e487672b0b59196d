// Checks the types of the window and its components. The native compiler does not support components, so Vue's tools
// convert each to TypeScript, which the compiler finds as `X.vue.ts` next to `X.vue`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import process from 'node:process'
import { createParsedCommandLine, createVueLanguagePlugin, shouldReportDiagnostics, SourceMap } from '@vue/language-core'
import ts from 'typescript'
import { API } from 'typescript-7/unstable/sync'

const project = resolve('src/renderer/tsconfig.json')
const { options, vueOptions } = createParsedCommandLine(ts, ts.sys, project)
const vue = createVueLanguagePlugin(ts, options, vueOptions, path => path)
const components = new Map()

const api = new API({
  cwd: process.cwd(),
  fs: {
    // For `undefined`, the compiler uses the entries on disk.
    getAccessibleEntries(folder) {
      const entries = folder.includes('/node_modules') ? [] : readdirSync(folder, { withFileTypes: true })
      if (!entries.some(({ name }) => name.endsWith('.vue')))
        return undefined
      return {
        files: entries.filter(entry => entry.isFile()).flatMap(({ name }) => name.endsWith('.vue') ? [`${name}.ts`] : [name]),
        directories: entries.filter(entry => entry.isDirectory()).map(({ name }) => name),
      }
    },
    fileExists: path => getComponent(path) && true,
    readFile: path => getComponent(path)?.text,
  },
})
const { program } = api.updateSnapshot({ openProjects: [project] }).getProject(project)
const problems = [
  program.getConfigFileParsingDiagnostics(),
  program.getProgramDiagnostics(),
  program.getGlobalDiagnostics(),
  program.getSyntacticDiagnostics(),
  program.getBindDiagnostics(),
  program.getSemanticDiagnostics(),
].flat().map(formatProblem).filter(problem => problem !== undefined)
api.close()
for (const problem of problems)
  console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Returns the component for the path of its TypeScript; `undefined` for other paths. */
function getComponent(path) {
  if (path.endsWith('.vue.ts') && !components.has(path)) {
    const source = path.slice(0, -'.ts'.length)
    components.set(path, existsSync(source) ? readComponent(source) : undefined)
  }
  return components.get(path)
}

function readComponent(path) {
  const source = readFileSync(path, 'utf8')
  const virtual = vue.createVirtualCode(path, 'vue', ts.ScriptSnapshot.fromString(source))
  const { snapshot, mappings } = vue.typescript.getServiceScript(virtual).code
  return { path, source, text: snapshot.getText(0, snapshot.getLength()), map: new SourceMap(mappings) }
}

/** Formats a problem with its position in the source. Drops problems that exist only in generated TypeScript. */
function formatProblem({ fileName, pos, end, code, text, messageChain }) {
  const message = `error TS${code}: ${[text, ...listLines(messageChain, '  ')].join('\n')}`
  if (fileName === undefined)
    return message
  const component = getComponent(fileName)
  if (component === undefined)
    return `${formatPlace(fileName, readFileSync(fileName, 'utf8'), pos)}: ${message}`
  const [range] = component.map.toSourceRange(pos, end, true, data => shouldReportDiagnostics(data, 'ts', String(code)))
  return range && `${formatPlace(component.path, component.source, range[0])}: ${message}`
}

function listLines(chain = [], indent) {
  return chain.flatMap(({ text, messageChain }) => [`${indent}${text}`, ...listLines(messageChain, `${indent}  `)])
}

function formatPlace(path, source, offset) {
  const lines = source.slice(0, offset).split('\n')
  return `${relative('', path)}(${lines.length},${lines.at(-1).length + 1})`
}
