import { type Builtin, intArg, takes } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { safeInt } from '../values/numbers.ts'
import { iterateItems, toList } from '../values/sequences.ts'
import { type Host, Lazy, type Value } from '../values/value.ts'

function* batches(value: Value, size: number, fill: Value | undefined, host: Host): Generator<Value> {
  let batch: Value[] = []
  for (const item of iterateItems(value, host.budget)) {
    if (batch.length === size) {
      yield batch
      batch = []
    }
    batch.push(item)
  }
  if (batch.length === 0) return
  if (fill !== undefined && fill !== null && batch.length < size) {
    host.budget.step(size - batch.length)
    while (batch.length < size) batch.push(fill)
  }
  yield batch
}

function* slices(value: Value, count: number, fill: Value | undefined, host: Host): Generator<Value> {
  const items = toList(value, host.budget)
  if (count === 0) fail('integer division or modulo by zero')
  const size = Math.floor(items.length / count)
  const longer = items.length - size * count
  let offset = 0
  for (let index = 0; index < count; index++) {
    host.budget.step()
    const end = offset + size + (index < longer ? 1 : 0)
    const part = items.slice(offset, end)
    if (fill !== undefined && fill !== null && index >= longer) part.push(fill)
    yield part
    offset = end
  }
}

export const CHUNK_FILTERS: Readonly<Record<string, Builtin>> = {
  batch: takes('linecount fill_with?', (host, value, [size, fill]) => {
    return new Lazy('do_batch', batches(value, safeInt(size ?? null, 'linecount'), fill, host))
  }),
  slice: takes('slices fill_with?', (host, value, [count, fill]) => {
    return new Lazy('sync_do_slice', slices(value, intArg(count, 'slices', 0), fill, host))
  }),
}
