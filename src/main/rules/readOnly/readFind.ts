/** How many words each test or action takes. What runs, deletes or writes is not here. */
const expressions: Readonly<Record<string, 0 | 1>> = Object.fromEntries([
  ...'! -not -a -and -o -or ( ) -print -print0 -ls -prune -quit -empty -depth -d -xdev -mount -true -false -daystart -readable -writable'
    .split(' ')
    .map(name => [name, 0]),
  ...'-executable -nouser -nogroup'.split(' ').map(name => [name, 0]),
  ...'-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -maxdepth -mindepth -size -mtime -mmin -atime'
    .split(' ')
    .map(name => [name, 1]),
  ...'-amin -ctime -cmin -perm -user -group -links -inum -newer -printf'.split(' ').map(name => [name, 1]),
])

/** The places that `find` looks at, by its words, if it only looks. */
export function readFind(words: readonly string[]): { paths: readonly string[] } | { why: string } {
  const [first, ...others] = words
  const rest = first === '-P' ? others : words // as it does anyway: follow no links
  const start = rest.findIndex(word => /^[-(!]/.test(word))
  const paths = start < 0 ? [...rest] : rest.slice(0, start)
  for (let at = start < 0 ? rest.length : start; at < rest.length; at++) {
    const word = rest[at]!
    const takes = Object.hasOwn(expressions, word) ? expressions[word]! : undefined
    if (takes === undefined || at + takes >= rest.length)
      return { why: `${word} of find is not on the list of words that only look` }
    if (word === '-newer')
      paths.push(rest[at + 1]!)
    at += takes
  }
  return { paths: paths.length === 0 ? ['.'] : paths }
}
