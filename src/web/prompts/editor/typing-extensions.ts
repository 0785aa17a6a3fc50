import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { call, queryClient } from '../../api/index.ts'
import { type CompletionNames, completionAt } from './complete-variable.ts'

const listTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', borderRadius: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
  },
})

/** Extensions for editing: undo, keys, completion. */
export const typingExtensions = (current: () => CompletionNames): Extension => [
  history(),
  autocompletion({
    override: [completeSnippet, (context) => completeVariable(context, current())],
    // The list opens only after @@@ or a brace, so an Enter right after it chooses from the list.
    interactionDelay: 0,
    icons: false,
  }),
  listTheme,
  keymap.of([...completionKeymap, ...historyKeymap, ...keysWithoutRun]),
]

/** The default keys without Ctrl Enter, which is a shortcut of the page. */
const keysWithoutRun = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

function completeVariable({ state, pos }: CompletionContext, { names, format }: CompletionNames) {
  const { from, text } = state.doc.lineAt(pos)
  const completion = completionAt(text.slice(0, pos - from), text.slice(pos - from), format)
  if (!completion) return null
  return {
    from: pos - completion.before,
    to: pos + completion.behind,
    options: names.map((name) => ({ label: name, type: 'variable', apply: completion.insert(name) })),
    validFor: /^\w*$/,
  }
}

const maxSnippets = 20

/**
 * Completes the name of a snippet after `@@@`. The server searches, so that any number of snippets can be
 * found.
 */
async function completeSnippet(context: CompletionContext) {
  const match = context.matchBefore(/@@@[^@\r\n]*/)
  if (!match) return null
  const name = match.text.slice(3)
  const line = context.state.doc.lineAt(match.from)
  const isClosing = line.text.slice(0, match.from - line.from).split('@@@').length % 2 === 0
  if (isClosing) return null
  const { prompts } = await queryClient.fetchQuery({
    queryKey: ['prompts', 'snippets', name],
    queryFn: () =>
      call('listPrompts', {
        query: {
          ...(name !== '' && { name }),
          is_snippet: true,
          sort_by: 'name',
          sort_order: 'asc',
          per_page: maxSnippets,
        },
      }),
  })
  return {
    from: match.from + 3,
    filter: false,
    options: prompts.map((snippet) => ({
      label: snippet.name,
      type: 'text',
      apply: `${snippet.name}@@@`,
    })),
  }
}
