// Sends parameters of wrong types.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('sends-wrong-types', async ({ root, ask, read, write }) => {
  writeFileSync(join(root, 'file'), 'one\ntwo\n')
  const path = join(root, 'file')
  const answers: string[] = []
  for (const wrong of [7, null, true, [path], { path }, undefined]) {
    answers.push(await read(wrong))
    answers.push(await write(wrong))
  }
  for (const wrong of [7, null, [], {}, true])
    answers.push(await write(path, wrong))
  for (const wrong of [-1, 1.5, '2', 2 ** 40, {}, true, [1]]) {
    answers.push(await read(path, { line: wrong }))
    answers.push(await read(path, { limit: wrong }))
  }
  for (const params of [null, [], [path], 7, 'path', {}, { path }, { sessionId: 7, path }, { sessionId: '', path }])
    answers.push(await ask('fs/read_text_file', params))
  return { answers, after: await read(path, { line: 2, limit: 1 }) }
})
