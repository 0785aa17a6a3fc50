import { keep, kept } from '../api/index.ts'
import { type Bench, blankBench } from './variant.ts'

const key = 'galley.playground'

export function keptBench(): Bench {
  const bench = kept<Bench>(key)
  return bench && bench.variants.length > 0 && bench.cases.length > 0 ? bench : blankBench()
}

export const keepBench = (bench: Bench): void => keep(key, bench)
