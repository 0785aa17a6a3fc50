import { compareLists, type ModelChange, type PriceList } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { Pace } from '../pacing/pace.ts'

/** Maximum changes in a response. `count` has the number of all. */
const maxShown = 2_000
/** Milliseconds for a comparison. Two lists of some thousand models take 300; only malicious rules take longer. */
const timeLimit = 20_000

const order: readonly ModelChange['change'][] = ['changed', 'removed', 'added', 'changed_at_other_times']

/** Returns the changes from one list to another. Other calls get a turn in between. */
export async function differenceOf(before: PriceList, after: PriceList, time: number) {
  const deadline = performance.now() + timeLimit
  const pace = new Pace()
  const changes: ModelChange[] = []
  for (const change of compareLists(before, after, time)) {
    if (change) changes.push(change)
    if (performance.now() > deadline)
      throw new Refusal('bad_request', 'The rules of the price list take too long to compare.')
    await pace.pause()
  }
  const count = (kind: ModelChange['change']) => changes.filter(({ change }) => change === kind).length
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    changed_at_other_times: count('changed_at_other_times'),
    changes: changes
      .toSorted((left, right) => order.indexOf(left.change) - order.indexOf(right.change))
      .slice(0, maxShown)
      .map(present),
  }
}

const present = ({ figures, ...change }: ModelChange) => ({
  ...change,
  figures: figures.map(({ kind, serviceTier, over, before, after }) => ({
    kind,
    service_tier: serviceTier,
    over_input_tokens: over,
    before,
    after,
  })),
})
