import { CopyButton } from './copy-button.tsx'

/** Code to take away; `what` names it on the button. */
export const CodeBlock = ({ what, text }: { what: string; text: string }) => (
  <div className="flex items-start rounded-lg border bg-surface">
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
      tabIndex={0}
      className="min-w-0 flex-1 overflow-auto p-3 text-left text-[12.5px] leading-5"
    >
      {text}
    </pre>
    <div className="p-1.5">
      <CopyButton what={what} text={text} />
    </div>
  </div>
)
