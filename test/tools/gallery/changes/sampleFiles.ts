import type { StandInFile } from './changesHost'

const folder = '/home/ada/shop-api'

function lines(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `export const ${name}${index} = ${index}`)
}

const clientBefore = `${lines(36, 'limit').join('\n')}
export async function pay(order: Order): Promise<Receipt> {
  const body = JSON.stringify(toRequest(order))
  const res = await fetch(url, { method: 'POST', body })
  if (!res.ok) throw new PaymentError(res.status)
  return toReceipt(await res.json())
}

${lines(12, 'after').join('\n')}
function isTimeout(error: unknown) {
  return false
}
`
const clientAfter = clientBefore
  .replace('  const res = await fetch(url, { method: \'POST\', body })', `  const key = idempotencyKey(order)
  const res = await retry(
    () => fetch(url, { method: 'POST', body, headers: keyed(key) }),
    { attempts: 3, baseMs: 200, on: isTimeout },
  )`)
  .replace('  return false', '  return error instanceof TimeoutError // for now')
const retry = `/** Calls \`run\` again while \`on\` says so, with a growing, jittered pause between. */
export async function retry<T>(run: () => Promise<T>, { attempts, baseMs, on }: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    }
    catch (error) {
      if (attempt === attempts || !on(error))
        throw error
      await pause(baseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
`

/** A turn's changes in a small shop, by all kinds of authors. */
export const sampleFiles: Readonly<Record<string, StandInFile>> = {
  [`${folder}/src/checkout/submit.ts`]: { before: 'a\nb\nc\n', after: 'a\nB\nc\nd\n', by: ['you'] },
  [`${folder}/src/pay/client.ts`]: { before: clientBefore, after: clientAfter, by: ['asked'], state: 'pending' },
  [`${folder}/src/pay/retry.ts`]: { before: null, after: retry, by: ['asked'], state: 'pending', more: { isWhole: true } },
  [`${folder}/test/pay/client.test.ts`]: { before: 'x\n', after: 'x\n', by: ['asked'], state: 'kept' },
  [`${folder}/package-lock.json`]: { before: '{\n}\n', after: '{\n  "b": 1\n}\n', by: ['command'], state: 'pending' },
  [`${folder}/tsconfig.json`]: { before: '{}\n', after: '{ "strict": false }\n', by: ['unannounced'], state: 'pending' },
  [`${folder}/old.md`]: { before: '# Old\n', after: null, by: ['asked', 'outside'], state: 'pending', more: { isWhole: true } },
}
