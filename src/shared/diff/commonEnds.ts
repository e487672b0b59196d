/** Characters that are compared at once: many times faster than one by one, and few enough to find the first other one soon. */
const step = 4_096

/** How many characters two texts begin with alike. */
export function commonStart(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  let same = 0
  while (same < shorter && left.slice(same, Math.min(same + step, shorter)) === right.slice(same, Math.min(same + step, shorter)))
    same += step
  same = Math.min(same, shorter)
  while (same < shorter && left.charCodeAt(same) === right.charCodeAt(same))
    same++
  return same
}

/** How many characters two texts end with alike, at most that many. */
export function commonEnd(left: string, right: string, most: number): number {
  const max = Math.min(left.length, right.length, most)
  const part = (text: string, from: number, to: number): string => text.slice(text.length - to, text.length - from)
  let same = 0
  while (same < max && part(left, same, Math.min(same + step, max)) === part(right, same, Math.min(same + step, max)))
    same += step
  same = Math.min(same, max)
  while (same < max && left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same))
    same++
  return same
}
