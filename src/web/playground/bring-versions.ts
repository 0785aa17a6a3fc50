import type { Version } from '../../engine/template/diff/index.ts'
import type { WrittenValues } from '../template-runs/forms.ts'
import { benchOfPrompt } from './from-request.ts'
import { queueForPlayground } from './use-queued-content.ts'

interface PromptVersion extends Version {
  readonly prompt: string
  /** Undefined if the template has unsaved changes. */
  readonly version: number | undefined
}

/** Opens versions side by side in the playground, with the current values. */
export function bringVersions(name: string, versions: readonly PromptVersion[], values: WrittenValues): void {
  const benches = versions.map(({ prompt, version, template, metadata }) =>
    benchOfPrompt({ prompt, version, template, metadata, values }),
  )
  const variants = benches.flatMap((bench) => bench.variants)
  queueForPlayground({ name, bench: { variants, cases: benches[0]?.cases ?? [], scorers: [] } })
}
