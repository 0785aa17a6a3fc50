import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view'
import type { TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { fStringVariables } from '../../../engine/template/text/f-string.ts'

const variableMark = Decoration.mark({ class: 'cm-named' })
const snippet = Decoration.mark({ class: 'cm-snippet' })

/** Marks braces that the engine reads as a variable, but not braces of JSON. */
const inBraces = new MatchDecorator({
  regexp: /\{[^{}\n]{1,200}\}/g,
  decoration: ([text]) => (fStringVariables(text!).length > 0 ? variableMark : null),
})
const inJinja = new MatchDecorator({
  regexp: /\{\{[^\n]{0,500}?\}\}|\{%[^\n]{0,500}?%\}/g,
  decoration: variableMark,
})
const snippets = new MatchDecorator({ regexp: /@@@(?:[^@\r\n]|@(?!@))+@@@/g, decoration: snippet })

/** Marks the matches in the lines that are in view. */
export const marking = (decorator: MatchDecorator): Extension =>
  ViewPlugin.define<{ marks: DecorationSet; update: (update: never) => void }>(
    (view: EditorView) => {
      const plugin = {
        marks: decorator.createDeco(view),
        update(update: never) {
          plugin.marks = decorator.updateDeco(update, plugin.marks)
        },
      }
      return plugin
    },
    { decorations: ({ marks }) => marks },
  )

/** Marks variables in violet and snippets in blue. */
export const marksOf = (format: TemplateFormat): Extension => [
  marking(format === 'jinja2' ? inJinja : inBraces),
  marking(snippets),
]
