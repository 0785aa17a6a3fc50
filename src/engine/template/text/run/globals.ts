import { fail, failBudget } from '../errors.ts'
import { updateDict } from '../methods/dict.ts'
import { safeInt } from '../values/numbers.ts'
import { type Arguments, Callable, Dict, type Host, Range, type Value } from '../values/value.ts'
import { Cycler, Joiner, Namespace } from './objects.ts'

/** Longest range, as in Jinja2's sandbox. */
const MAX_RANGE = 100_000

function range(_host: Host, { positional, named }: Arguments): Value {
  if (named.size > 0) fail('range() takes no keyword arguments')
  if (positional.length === 0 || positional.length > 3) fail('range expected 1 to 3 arguments')
  const numbers = positional.map((value) => safeInt(value, 'range argument'))
  const [start, stop] = numbers.length === 1 ? [0, numbers[0]!] : [numbers[0]!, numbers[1]!]
  const step = numbers[2] ?? 1
  if (step === 0) fail('range() arg 3 must not be zero')
  const length = Math.max(0, Math.ceil((stop - start) / step))
  if (length > MAX_RANGE) failBudget(`Range too big: more than ${MAX_RANGE} items`)
  return new Range(start, step, length)
}

function dictFrom(host: Host, args: Arguments): Dict {
  const dict = new Dict()
  updateDict(dict, args, host)
  return dict
}

/** The functions every template can call; variables of the same name come first. */
export const GLOBALS: ReadonlyMap<string, Callable> = new Map(
  [
    new Callable('range', range),
    new Callable('dict', dictFrom),
    new Callable('namespace', (host, args) => new Namespace(dictFrom(host, args))),
    new Callable('cycler', (_host, args) => new Cycler(args.positional)),
    new Callable('joiner', (_host, args) => new Joiner(args.positional[0] ?? args.named.get('sep') ?? ', ')),
    new Callable('lipsum', () => fail('lipsum is not supported: rendering is repeatable')),
  ].map((callable) => [callable.name, callable]),
)
