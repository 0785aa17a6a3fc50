import type { Extension } from '@codemirror/state'
import { Decoration, MatchDecorator } from '@codemirror/view'
import { marking } from '../../prompts/index.ts'

const shared =
  'and|as|async|await|break|class|continue|else|except|finally|for|from|if|import|in|is|not|or|return|try|while'
const keywords: Readonly<Record<string, string>> = {
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
    `(${comment})|(${text})|\\b(${keywords[language] ?? shared})\\b|\\b(\\d+(?:\\.\\d+)?)\\b`,
    'g',
  )
  return marking(
    new MatchDecorator({
      regexp,
      decoration: ([, isComment, isText, isWord]) =>
        isComment ? styles.comment : isText ? styles.text : isWord ? styles.word : styles.number,
    }),
  )
}
