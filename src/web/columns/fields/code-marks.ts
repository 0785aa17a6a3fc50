import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view'

const shared =
  'and|as|async|await|break|class|continue|else|except|finally|for|from|if|import|in|is|not|or|return|try|while'
const words: Readonly<Record<string, string>> = {
  PYTHON: `${shared}|def|del|elif|False|global|lambda|None|nonlocal|pass|raise|True|with|yield`,
  JAVASCRIPT: `${shared}|case|catch|const|delete|do|false|function|instanceof|let|new|null|of|switch|this|throw|true|typeof|undefined|var`,
}

const styles = {
  comment: Decoration.mark({ attributes: { class: 'text-ink-faint italic' } }),
  text: Decoration.mark({ attributes: { class: 'text-good' } }),
  word: Decoration.mark({ attributes: { class: 'text-variable' } }),
  number: Decoration.mark({ attributes: { class: 'text-note' } }),
}

/** Highlights comments, strings, keywords and numbers line by line, which is enough for short functions. */
export function codeMarks(language: string): Extension {
  const comment = language === 'PYTHON' ? '#.*' : '//.*'
  const text = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\\\n]|\\\\.)*\``
  const regexp = new RegExp(
    `(${comment})|(${text})|\\b(${words[language] ?? shared})\\b|\\b(\\d+(?:\\.\\d+)?)\\b`,
    'g',
  )
  const decorator = new MatchDecorator({
    regexp,
    decoration: ([, isComment, isText, isWord]) =>
      isComment ? styles.comment : isText ? styles.text : isWord ? styles.word : styles.number,
  })
  return ViewPlugin.define<{ marks: DecorationSet; update: (update: never) => void }>(
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
}
