import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationPropertySchema,
} from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { randomUUID } from 'node:crypto'
import { methods } from '@agentclientprotocol/sdk'
import { askPermission } from '../permission'

/** Scenarios that ask the person something. */
export const questionScenarios: readonly Scenario[] = [
  {
    words: ['permission', 'ask permission'],
    about: 'a question with all four kinds of answer',
    group: 'Questions to you',
    run: askAllFour,
  },
  {
    words: ['elicitation', 'form'],
    about: 'a form with every kind of field',
    group: 'Questions to you',
    isCommand: true,
    run: askForm,
  },
  {
    words: ['url', 'elicitation url', 'url elicitation'],
    about: 'a question that opens a web page',
    group: 'Questions to you',
    run: askUrl,
  },
]

async function askAllFour(turn: Turn): Promise<void> {
  const tool = await turn.startTool({
    title: 'Water the plants',
    kind: 'other',
    status: 'pending',
    rawInput: { plants: ['fern', 'cactus'], litres: 0.5 },
  })
  const option = await askPermission(turn, tool, [
    { optionId: 'yes', name: 'Yes, water them', kind: 'allow_once' },
    { optionId: 'yes-always', name: 'Yes, every day', kind: 'allow_always' },
    { optionId: 'no', name: 'No, not today', kind: 'reject_once' },
    { optionId: 'no-never', name: 'No, never', kind: 'reject_always' },
  ])
  if (option.kind.startsWith('allow'))
    await tool.complete('Watered.')
  else
    await tool.fail('Not watered: you said no.')
  await turn.say(`You chose **${option.name}** (\`${option.kind}\`).`)
}

async function askForm(turn: Turn): Promise<void> {
  if (!turn.capabilities.elicitation?.form)
    return turn.say('I would show you a form now, but this client does not know forms.')
  const response = await ask(turn, {
    sessionId: turn.session.sessionId,
    mode: 'form',
    message: 'Every kind of field that a form can have. Nothing is sent anywhere.',
    requestedSchema: { type: 'object', title: 'Plan a walk', properties: formFields, required: ['name', 'days'] },
  })
  await turn.say(
    response.action === 'accept'
      ? `You answered:\n\n\`\`\`json\n${JSON.stringify(response.content ?? {}, null, 2)}\n\`\`\``
      : describeNo(response),
  )
}

async function askUrl(turn: Turn): Promise<void> {
  if (!turn.capabilities.elicitation?.url)
    return turn.say('I would ask you to open a web page now, but this client does not know such questions.')
  const elicitationId = randomUUID()
  const response = await ask(turn, {
    sessionId: turn.session.sessionId,
    mode: 'url',
    elicitationId,
    url: 'https://agentclientprotocol.com/protocol/overview',
    message: 'Would you like to read about the protocol?',
  })
  if (response.action !== 'accept')
    return turn.say(describeNo(response))
  await turn.pause(60)
  await turn.client.notify(methods.client.elicitation.complete, { elicitationId })
  await turn.say('You agreed to open the page. Whether you read it I cannot know.')
}

function ask(turn: Turn, request: CreateElicitationRequest): Promise<CreateElicitationResponse> {
  return turn.client.request(methods.client.elicitation.create, request, {
    cancellationSignal: turn.signal,
    stopWaitingOnCancel: true,
  })
}

function describeNo(response: CreateElicitationResponse): string {
  return response.action === 'decline'
    ? 'You declined, which is fine.'
    : 'You closed the question without an answer, which is fine.'
}

const formFields: Record<string, ElicitationPropertySchema> = {
  name: { type: 'string', title: 'Your name', minLength: 1, maxLength: 40 },
  email: { type: 'string', title: 'E-mail', format: 'email' },
  homepage: { type: 'string', title: 'Homepage', format: 'uri', default: 'https://example.org' },
  date: { type: 'string', title: 'Day of the walk', format: 'date' },
  start: { type: 'string', title: 'Start', format: 'date-time', description: 'Date and time with a time zone' },
  postcode: { type: 'string', title: 'Postcode', pattern: '^[0-9]{5}$', description: 'Five digits' },
  pace: { type: 'string', title: 'Pace', enum: ['slow', 'steady', 'fast'], default: 'steady' },
  path: {
    type: 'string',
    title: 'Path',
    oneOf: [
      { const: 'hill', title: 'Over the hill' },
      { const: 'river', title: 'Along the river' },
    ],
    default: 'river',
  },
  kilometres: { type: 'number', title: 'Kilometres', minimum: 0.5, maximum: 42.2, default: 7.5 },
  days: { type: 'integer', title: 'Days', minimum: 1, maximum: 14, default: 1 },
  dog: { type: 'boolean', title: 'With a dog', default: true },
  snacks: {
    type: 'array',
    title: 'Snacks',
    items: { type: 'string', enum: ['apples', 'bread', 'cheese'] },
    minItems: 1,
    maxItems: 2,
    default: ['apples'],
  },
  weather: {
    type: 'array',
    title: 'Weather you would accept',
    items: {
      anyOf: [
        { const: 'sun', title: 'Sunshine' },
        { const: 'rain', title: 'A little rain' },
      ],
    },
  },
}
