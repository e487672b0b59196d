// node --import ./scripts/typescript.mjs test/agents/real/record.ts [ID...] Records what real agents say as
// test/fixtures/transcripts/NAME.jsonl, once `npm run test:agents` has installed them. Accept the golden text with `npx
// vitest run test/tools/replay -u`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cache } from './agentCache'
import { startModelEndpoint } from './modelEndpoint'
import { realAgents, setUp } from './realAgents'
import { fileName } from './script'

const wanted = process.argv.slice(2)
const model = await startModelEndpoint()
for (const agent of realAgents.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'parley-agent-home-')))
  const settings = join(home, 'settings.json')
  await writeFile(settings, JSON.stringify(setUp(agent, { url: model.url, home })))
  const flags = [
    '--agent',
    agent.name,
    '--settings',
    settings,
    '--installed',
    cache,
    '--path',
    `${home}=/home/agent`,
    '--path',
    `${model.url}=http://127.0.0.1:1`,
  ]
  const prompts = ['say hello', `write the file at {workspace}/${fileName}`, 'run the command']
  const recording = spawn('npm', ['run', 'record', '--', agent.name.split(' ')[0]!.toLowerCase(), ...flags, ...prompts], {
    stdio: 'inherit',
    env: { ...process.env, HOME: home },
  })
  const [code] = await once(recording, 'exit') as [number | null] // what a child's exit says
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  if (code !== 0)
    process.exit(1)
}
await model.close()
