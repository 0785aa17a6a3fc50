import type { Version } from '../../../engine/template/diff/index.ts'
import type { WrittenValues } from '../../running/forms.ts'

interface Tried extends Version {
  readonly prompt: string
  /** Undefined if the template has unsaved changes. */
  readonly version: number | undefined
}

/** Opens versions side by side in the playground, with the current values. */
export async function bringToPlayground(
  name: string,
  tried: readonly Tried[],
  values: WrittenValues,
): Promise<void> {
  const { benchOfPrompt, queueForPlayground } = await import('../../playground/index.ts')
  const benches = tried.map(({ prompt, version, template, metadata }) =>
    benchOfPrompt({ prompt, version, template, metadata, values }),
  )
  queueForPlayground({
    name,
    bench: {
      variants: benches.flatMap(({ variants }) => variants),
      cases: benches[0]?.cases ?? [],
      scorers: [],
    },
  })
}
