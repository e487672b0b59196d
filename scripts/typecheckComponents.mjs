// Checks the types of the window and its components. Vue's tools say what each component is as TypeScript, for the native
// compiler, which knows no components: it finds `X.vue.ts` beside `X.vue`.
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
    // What is undefined is as on the disk.
    getAccessibleEntries(folder) {
      const entries = folder.includes('/node_modules') ? [] : readdirSync(folder, { withFileTypes: true })
      if (!entries.some(({ name }) => name.endsWith('.vue')))
        return undefined
      return {
        files: entries.filter(entry => entry.isFile()).flatMap(({ name }) => name.endsWith('.vue') ? [`${name}.ts`] : [name]),
        directories: entries.filter(entry => entry.isDirectory()).map(({ name }) => name),
      }
    },
    fileExists: path => componentOf(path) && true,
    readFile: path => componentOf(path)?.text,
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
].flat().map(asWritten).filter(problem => problem !== undefined)
api.close()
for (const problem of problems)
  console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** The component that a path of TypeScript stands for. */
function componentOf(path) {
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

/** Where it is in what was written. What is only in the TypeScript of a component is nobody's problem. */
function asWritten({ fileName, pos, end, code, text, messageChain }) {
  const message = `error TS${code}: ${[text, ...linesOf(messageChain, '  ')].join('\n')}`
  if (fileName === undefined)
    return message
  const component = componentOf(fileName)
  if (component === undefined)
    return `${placeIn(fileName, readFileSync(fileName, 'utf8'), pos)}: ${message}`
  const [range] = component.map.toSourceRange(pos, end, true, data => shouldReportDiagnostics(data, 'ts', String(code)))
  return range && `${placeIn(component.path, component.source, range[0])}: ${message}`
}

function linesOf(chain = [], indent) {
  return chain.flatMap(({ text, messageChain }) => [`${indent}${text}`, ...linesOf(messageChain, `${indent}  `)])
}

function placeIn(path, source, offset) {
  const lines = source.slice(0, offset).split('\n')
  return `${relative('', path)}(${lines.length},${lines.at(-1).length + 1})`
}
