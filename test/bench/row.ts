/** A row of a benchmark's table: Parley's value beside a reference measured in the same run. */
export interface BenchRow {
  readonly area: string
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The reference's value, in the same unit. */
  readonly reference: number
  /** How they compare, in the sense of `target`. */
  readonly ratio: number
  /** Such as `>= 100x` or `<= 1.5x`; if the reference is tiny, `<= 1.5x or 2 more`, in the row's unit. */
  readonly target: string
  readonly pass: boolean
}

/** A row whose ratio is checked against its target. */
export function benchRow(row: Omit<BenchRow, 'pass'>): BenchRow {
  const [, sign, limit, more] = /^(<=|>=) ([\d.]+)x(?: or ([\d.]+) more)?$/.exec(row.target) ?? []
  if (limit === undefined)
    throw new Error(`"${row.target}" is not a target: write ">= 2x", "<= 1.5x" or "<= 1.5x or 2 more"`)
  const isNear = more !== undefined && row.value - row.reference <= Number(more)
  return { ...row, pass: isNear || (sign === '<=' ? row.ratio <= Number(limit) : row.ratio >= Number(limit)) }
}
