import type { Version } from '../../../engine/template/diff/index.ts'
import type { WrittenValues } from '../../running/forms.ts'

interface Tried extends Version {
  readonly prompt: string
  /** Undefined: changed since. */
  readonly version: number | undefined
}

/** Versions side by side, with the values that somebody tries them with; the playground shows them when it opens. */
export async function bringToPlayground(
  name: string,
  tried: readonly Tried[],
  values: WrittenValues,
): Promise<void> {
  const { benchOfAsked, bring } = await import('../../playground/index.ts')
  const benches = tried.map(({ prompt, version, template, metadata }) =>
    benchOfAsked({ prompt, version, template, metadata, values }),
  )
  bring({
    name,
    bench: {
      variants: benches.flatMap(({ variants }) => variants),
      cases: benches[0]?.cases ?? [],
      scorers: [],
    },
  })
}
