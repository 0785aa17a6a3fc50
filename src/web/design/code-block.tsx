import { CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'
import { keyboardScroll } from './keyboard-scroll.ts'

interface Props {
  /** The name of the text, for the copy button: "Copy link". */
  readonly name: string
  readonly text: string
}

/** Code with a copy button. */
export const CodeBlock = ({ name, text }: Props) => (
  <div className="flex items-start rounded-lg border bg-surface">
    <pre {...keyboardScroll} className="min-w-0 flex-1 overflow-auto p-3 text-left text-[12.5px] leading-5">
      <CodeText text={text} />
    </pre>
    <div className="p-1.5">
      <CopyButton name={name} text={text} />
    </div>
  </div>
)
