/** Maximum number of pending questions per thread. Further ones are answered `cancelled`. */
const maxPending = 50
/**
 * Questions that an agent may withdraw per turn before further ones are refused, as each is stored although nobody
 * answers it.
 */
const maxWithdrawn = 100

/** Why no further question can be asked now, as shown to the person. */
export function whyNotAsked(
  { pending, withdrawn }: { pending: number, withdrawn: number },
): { title: string, description: string } | undefined {
  if (pending >= maxPending) {
    return {
      title: 'The agent asks more questions at once than can wait',
      description: `Parley lets ${maxPending} wait; further ones were answered with “cancelled”.`,
    }
  }
  return withdrawn < maxWithdrawn
    ? undefined
    : {
        title: 'The agent withdraws its questions again and again',
        description: 'Until your next message, further ones are answered with “cancelled”.',
      }
}
