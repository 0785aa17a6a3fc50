import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** What only somebody who writes needs: undo, the keys, completion. */
export const writing = (namesNow: () => readonly string[]): Extension => [
  history(),
  autocompletion({ override: [(context) => complete(context, namesNow())] }),
  keymap.of([...completionKeymap, ...historyKeymap, ...withoutRun]),
]

/** Ctrl Enter belongs to the page. */
const withoutRun = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

function complete(context: CompletionContext, names: readonly string[]) {
  const match = context.matchBefore(/\{[A-Za-z0-9_]*/)
  if (!match) return null
  return {
    from: match.from + 1,
    options: names.map((name) => ({ label: name, type: 'variable', apply: `${name}}` })),
    validFor: /^[A-Za-z0-9_]*$/,
  }
}
