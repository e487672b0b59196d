/** What `work` comes to, or `otherwise` where that takes longer. */
export async function atMost<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>(resolve => timer = setTimeout(resolve, ms, otherwise))
  const first = await Promise.race([late, work])
  clearTimeout(timer)
  return first
}
