import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSandbox,
  type Language,
  type Sandbox,
  type SandboxJob,
  type SandboxOptions,
  type SandboxOutcome,
} from '../../src/server/edge/sandbox/index.ts'
import { sandboxFolder } from '../kit/sandbox-folder.ts'

export interface Sample {
  readonly sandbox: Sandbox
  run(language: Language, code: string, more?: Partial<SandboxJob>): Promise<SandboxOutcome>
}

export function openSandbox(
  test: { after(close: () => Promise<void>): void },
  options: Partial<SandboxOptions> = {},
): Sample {
  const sandbox = createSandbox({ folder: sandboxFolder, ...options })
  test.after(() => sandbox.close())
  return {
    sandbox,
    run: (language, code, more) => sandbox.run({ workspace: 1, language, code, data: null, ...more }),
  }
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'galley-sandbox-'))
}

/** The return value of the code; any other result fails the test. */
export function returned(outcome: SandboxOutcome): unknown {
  if (outcome.status === 'success') return outcome.value
  throw new Error(`${outcome.error.kind}: ${outcome.error.type}: ${outcome.error.message}`)
}

export function errorOf(outcome: SandboxOutcome) {
  if (outcome.status === 'error') return outcome.error
  throw new Error(`It succeeded with ${JSON.stringify(outcome.value).slice(0, 200)}.`)
}
