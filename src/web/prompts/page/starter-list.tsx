import type { Version } from '../../../engine/template/diff/index.ts'
import { startedWith, starters } from './starters.ts'

interface Props {
  readonly version: Version
  readonly onStart: (version: Version) => void
}

/** Examples that fill a blank prompt. */
export const StarterList = ({ version, onStart }: Props) => (
  <section aria-label="Start with an example" className="mt-6">
    <h2 className="mb-2 text-small font-medium text-ink-soft">Start with an example</h2>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-2">
      {starters.map((starter) => (
        <li key={starter.title} className="flex">
          <button
            type="button"
            className="flex w-full flex-col gap-0.5 rounded-lg border bg-surface p-3 text-left hover:bg-sunken"
            onClick={() => onStart(startedWith(starter, version))}
          >
            <span className="font-medium">{starter.title}</span>
            <span className="text-small text-ink-soft">{starter.description}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)
