/** How many questions of one thread may wait at once; further ones are answered `cancelled`. */
const maxPending = 50
/**
 * How many an agent may withdraw in a turn before further ones are refused: each is stored although the person never
 * answers it.
 */
const maxWithdrawn = 100

/** Why no further question can be asked for now, in words for the person. */
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
