import { describe, expect, it } from 'vitest'
import { detectModelFault, detectReportedFault } from '../../../src/shared/thread/reduce/modelFault'

describe('a model\'s fault', () => {
  it.each([
    ['Internal error: API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}', 'sign-in'],
    ['unexpected status 401 Unauthorized: Missing bearer token', 'sign-in'],
    ['Incorrect API key provided: sk-***.', 'sign-in'],
    ['402 Payment Required', 'quota'],
    ['{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota"}}', 'quota'],
    ['Your credit balance is too low to access the API', 'quota'],
    ['Claude usage limit reached. Your limit will reset at 3pm.', 'quota'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate-limit'],
    ['Provider returned error: rate_limit_error', 'rate-limit'],
    ['This model\'s maximum context length is 8192 tokens', 'context'],
    ['{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}', 'context'],
    ['context_length_exceeded', 'context'],
    ['The model `gpt-9` does not exist or you do not have access to it.', 'model'],
    ['request failed with status code 503', 'server'],
    ['API Error (529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})', 'server'],
    ['{"details":"got status: 500 Internal Server Error"}', 'server'],
  ])('is recognized: %s', (text, kind) => {
    expect(detectModelFault(text)?.kind).toBe(kind)
  })

  it.each([
    'The agent stopped (exit code 3).',
    'Parley was closed while the agent was working.',
    'Cannot read properties of undefined',
    'error TS2401: something else, in line 429',
    'ENOENT: no such file or directory, open \'/tmp/500\'',
    'Wrote 401 lines',
  ])('is not recognized in other errors: %s', (text) => {
    expect(detectModelFault(text)).toBeUndefined()
  })

  it.each([
    ['429 Too Many Requests, retry after 30 seconds', 30_000],
    ['HTTP 429 {"retryDelay":"34.5s"}', 34_500],
    ['rate limit: try again in 20ms', 20],
    ['Rate limit reached, resets in 2h', 7_200_000],
    ['429 Too Many Requests, retry-after: 99999999', undefined],
    ['429 Too Many Requests', undefined],
  ])('says how long to wait: %s', (text, waitMs) => {
    expect(detectModelFault(text)?.waitMs).toBe(waitMs)
  })

  it('is recognized in an answer only if the answer is nothing but the error', () => {
    expect(detectReportedFault('API Error: 500 Internal Server Error')?.kind).toBe('server')
    expect(detectReportedFault('Error: 401 Unauthorized')?.kind).toBe('sign-in')
    expect(detectReportedFault('exceeded retry limit, last status: 429 Too Many Requests\n\n')).toEqual({ kind: 'rate-limit' })
    expect(detectReportedFault('unexpected status 401 Unauthorized: Incorrect API key provided.')).toEqual({ kind: 'sign-in' })
    expect(detectReportedFault('Your server answers with status 429 when it is busy.')).toBeUndefined()
    expect(detectReportedFault(`Error handling: ${'words '.repeat(400)} status 429`)).toBeUndefined()
  })
})
