import { dirname, resolve } from 'node:path'

/** How the scripts of a language take in others, as far as their words tell. A row is all it takes to add one. */
interface Language {
  readonly names: RegExp
  /** In the first line of a script whose name does not tell. */
  readonly interpreter: RegExp
  /** What may follow a name that is taken in. */
  readonly endings: readonly string[]
  /** What a folder that is taken in begins with. */
  readonly index: string
  /** The paths, without their endings, that a script in `folder` takes in; `root` is where names begin. */
  readonly taken: (text: string, places: { readonly folder: string, readonly root: string }) => readonly string[]
}

const languages: readonly Language[] = [
  {
    names: /\.pyw?$/,
    interpreter: /python/,
    endings: ['.py', '.pyc', '.so', '.pyd'],
    index: '__init__',
    taken: (text, { folder, root }) => [...text.matchAll(pythonImport)].flatMap(([, from = '', names = '', modules = '']) => {
      if (modules !== '')
        return plainNames(modules).flatMap(module => prefixesOf(root, module))
      const module = from.replace(/^\.+/, '')
      const dots = from.length - module.length
      const start = dots === 0 ? root : resolve(folder, '../'.repeat(dots - 1))
      return ['', ...plainNames(names)].flatMap(name => prefixesOf(start, [module, name].filter(Boolean).join('.')))
    }),
  },
  {
    names: /\.[cm]?[jt]sx?$/,
    interpreter: /\b(?:node|bun|deno|tsx)\b/,
    endings: ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json', '.node'],
    index: 'index',
    // `./a.js` may be written in `a.ts`.
    taken: (text, { folder }) => [...text.matchAll(/\b(?:from|import|require)[\s(]*(['"`])(\.{1,2}(?:\/[^'"`\n]*)?)\1/g)]
      .flatMap(([, , name]) => [name!, name!.replace(/\.[cm]?jsx?$/, '')])
      .map(name => resolve(folder, name)),
  },
  {
    names: /\.(?:ba|z|k|da)?sh$/,
    interpreter: /\b(?:ba|z|k|da)?sh\b/,
    endings: ['.sh'],
    index: '',
    taken: (text, { folder, root }) => [...text.matchAll(/(?:^|[;&|{(])[ \t]*(?:\.|source)[ \t]+([^\n;&|]+)/gm)]
      .map(([, name]) => withoutComputed(name!.trim().replace(/^["']|["']$/g, '')))
      .flatMap(name => [resolve(folder, name), resolve(root, name)]),
  },
  {
    names: /\.rb$/,
    interpreter: /ruby/,
    endings: ['.rb'],
    index: '',
    taken: (text, { folder }) => [...text.matchAll(/\brequire_relative[ \t(]+(['"])([^'"\n]+)\1/g)]
      .map(([, , name]) => resolve(folder, name!)),
  },
]

const pythonImport = /(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\([^)]{0,4000}\)|[^\n;]*)|import[ \t]+([^\n;]+))/gm

/** What a script takes in: these paths, each as it is or with one of the endings, or as a folder that begins with `index`. */
export interface Taken {
  readonly paths: readonly string[]
  readonly endings: readonly string[]
  readonly index: string
}

/** What the text of a script says that it takes in from the project; `undefined` for no script of a known language. */
export function importsOf(path: string, { text, root }: { text: string, root: string }): Taken | undefined {
  const firstLine = /^#!.*/.exec(text)?.[0]
  const language = languages.find(({ names }) => names.test(path))
    ?? (firstLine === undefined ? undefined : languages.find(({ interpreter }) => interpreter.test(firstLine)))
  return language && { paths: [...new Set(language.taken(text, { folder: dirname(path), root }))], ...language }
}

/** What stands before the last computed part of a path, as in `"$(dirname "$0")/lib.sh"`, is mostly the script's own folder. */
function withoutComputed(path: string): string {
  const end = Math.max(...['$', ')', '}', '`', '"', '\''].map(character => path.lastIndexOf(character)))
  return end < 0 ? path : path.slice(path.indexOf('/', end) + 1)
}

/** `a as b, c` names a and c. */
function plainNames(text: string): string[] {
  return text.replace(/#.*$/gm, '').replace(/[()\\]/g, '').split(',').flatMap(name => /^\s*([\w.]+)/.exec(name)?.[1] ?? [])
}

/** Python runs `a` and `a.b` before `a.b.c`. */
function prefixesOf(start: string, module: string): string[] {
  const names = module.split('.').filter(Boolean)
  return names.map((_, index) => resolve(start, ...names.slice(0, index + 1)))
}
