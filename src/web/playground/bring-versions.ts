import type { Version } from '../../engine/template/diff/index.ts'
import type { WrittenValues } from '../template-runs/forms.ts'
import { benchOfPrompt } from './from-request.ts'
import { queueForPlayground } from './use-brought.ts'

interface Tried extends Version {
  readonly prompt: string
  /** Undefined if the template has unsaved changes. */
  readonly version: number | undefined
}

/** Opens versions side by side in the playground, with the current values. */
export function bringVersions(name: string, tried: readonly Tried[], values: WrittenValues): void {
  const benches = tried.map(({ prompt, version, template, metadata }) =>
    benchOfPrompt({ prompt, version, template, metadata, values }),
  )
  const variants = benches.flatMap((bench) => bench.variants)
  queueForPlayground({ name, bench: { variants, cases: benches[0]?.cases ?? [], scorers: [] } })
}
