import { CopyButton } from './copy-button.tsx'

/** Code to take away; `what` names it on the button. */
export const CodeBlock = ({ what, text }: { what: string; text: string }) => (
  <div className="relative rounded-lg border bg-surface">
    <div className="absolute top-1.5 right-1.5 rounded-md bg-surface">
      <CopyButton what={what} text={text} />
    </div>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
      tabIndex={0}
      className="overflow-auto p-3 pr-10 text-left text-[12.5px] leading-5"
    >
      {text}
    </pre>
  </div>
)
