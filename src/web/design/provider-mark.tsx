import { classNames } from './class-names.ts'

/** Two letters and a hue for each provider, because no provider's logo is shipped. */
const marks: readonly { readonly names: RegExp; readonly letters: string; readonly hue: number }[] = [
  { names: /azure/, letters: 'Az', hue: 235 },
  { names: /^openai/, letters: 'Oa', hue: 165 },
  { names: /vertex/, letters: 'Vx', hue: 260 },
  { names: /bedrock|^aws/, letters: 'Br', hue: 65 },
  { names: /^anthropic/, letters: 'An', hue: 40 },
  { names: /^google|gemini/, letters: 'Go', hue: 255 },
  { names: /mistral/, letters: 'Mi', hue: 55 },
  { names: /cohere/, letters: 'Co', hue: 340 },
  { names: /hugging/, letters: 'Hf', hue: 95 },
]

const other = { letters: '··', hue: 300 }

/** The mark of a provider, beside its name or the name of a model. */
export function ProviderMark({ provider, className }: { provider: string; className?: string }) {
  const { letters, hue } = marks.find(({ names }) => names.test(provider.toLowerCase())) ?? other
  return (
    <span
      aria-hidden
      style={{ '--hue': hue } as React.CSSProperties}
      className={classNames(
        'inline-flex size-[18px] shrink-0 items-center justify-center rounded-[5px] text-[9.5px] leading-none font-semibold tracking-tight select-none',
        'bg-[oklch(0.93_0.045_var(--hue))] text-[oklch(0.4_0.12_var(--hue))]',
        'dark:bg-[oklch(0.31_0.06_var(--hue))] dark:text-[oklch(0.86_0.1_var(--hue))]',
        className,
      )}
    >
      {letters}
    </span>
  )
}
