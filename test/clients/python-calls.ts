import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunWorld } from '../journeys/support/running.ts'
import type { RecordingProxy } from './recording-proxy.ts'

/** Programs for a Python that has the packages of a recording. */
const programs: Record<string, string> = {
  'promptlayer-python': 'old-python-sdk.py',
  litellm: 'litellm-calls.py',
  'langchain-community': 'langchain-calls.py',
}

export async function callPython(
  name: string,
  {
    python,
    proxy,
    world,
  }: { readonly python: string; readonly proxy: RecordingProxy; readonly world: RunWorld },
): Promise<void> {
  proxy.begin(name)
  const program = Object.entries(programs).find(([start]) => name.startsWith(start))![1]
  await promisify(execFile)(python, [join(import.meta.dirname, program)], {
    env: {
      PATH: process.env['PATH'],
      ...world.fake.environment(),
      GALLEY_URL: proxy.baseUrl,
      URL_API_PROMPTLAYER: proxy.baseUrl,
      PROMPTLAYER_API_KEY: world.app.key,
    },
  })
}
