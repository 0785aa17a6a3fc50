import { keep, kept } from '../api/index.ts'
import { readBench } from './read-bench.ts'
import { type Bench, blankBench } from './variant.ts'

const key = 'galley.playground'

export function keptBench(): Bench {
  try {
    return readBench(kept(key))
  } catch {
    return blankBench()
  }
}

export const keepBench = (bench: Bench): void => keep(key, bench)
