import type { BoundArguments, Builtin } from '../calls/signature.ts'
import { takes } from '../calls/signature.ts'
import { textOf } from '../values/types.ts'
import type { Host, Value } from '../values/value.ts'

/** Declares a method of text; its object arrives as plain text, already charged. */
export function onText(
  spec: string,
  run: (text: string, bound: BoundArguments, host: Host) => Value,
): Builtin {
  return takes(spec, (host, value, bound) => {
    const text = textOf(value) ?? ''
    host.budget.read(text.length)
    return run(text, bound, host)
  })
}
