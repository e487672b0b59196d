/** Negative, zero or positive, as for sorting. What is missing counts as 0, and what follows a `-` does not count. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map(version => version.split(/[-+]/)[0]!.split('.').map(Number))
  return [0, 1, 2].map(index => (a![index] || 0) - (b![index] || 0)).find(difference => difference !== 0) ?? 0
}

/**
 * Whether a Node fits what a package's `engines.node` asks for. Only lower bounds, exact majors and `||` are understood; anything else
 * fits, as the
 * agent itself knows best.
 */
export function fitsNodeRange(version: string, range: string): boolean {
  return range.split('||').some((alternative) => {
    const bounds = [...alternative.matchAll(/(>=|[\^~]|<=|[<>=])?\s*v?(\d+(?:\.\d+){0,2})/g)]
    return bounds.every(([, operator, bound]) => fits(version, operator, bound!))
  })
}

function fits(version: string, operator: string | undefined, bound: string): boolean {
  switch (operator) {
    case '>=':
      return compareVersions(version, bound) >= 0
    case '^':
    case '~':
      return compareVersions(version, bound) >= 0 && version.split('.')[0] === bound.split('.')[0]
    case '<':
      return compareVersions(version, bound) < 0
    case undefined:
      return bound.includes('.') || version.split('.')[0] === bound
    default:
      return true
  }
}
