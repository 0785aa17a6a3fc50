import type { Builtin, Given } from '../calls/signature.ts'
import { takes } from '../calls/signature.ts'
import { textOf } from '../values/types.ts'
import type { Host, Value } from '../values/value.ts'

/** Declares a method of text; its object arrives as plain text, already charged. */
export function onText(spec: string, run: (text: string, given: Given, host: Host) => Value): Builtin {
  return takes(spec, (host, value, given) => {
    const text = textOf(value) ?? ''
    host.budget.read(text.length)
    return run(text, given, host)
  })
}
